import { mount } from 'svelte';
import App from './App.svelte';
import { speak } from './lib/messages/index.svelte';
import { prefs } from './lib/prefs.svelte';
import './app.css';
import './palette.css';

const target = document.getElementById('app');
if (target) void speak(prefs.language).then(() => mount(App, { target }));
