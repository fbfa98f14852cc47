/** The live connection to a table: it comes back by itself when it is lost, and says so meanwhile. */
import { Refused } from './api';
import { t } from './messages/index.svelte';
import type { Commands, Event } from './types';

export class Live {
  private socket: WebSocket | null = null;
  private number = 0;
  private waiting = new Map<number, { done: (answer: unknown) => void; failed: (problem: Error) => void }>();
  private tries = 0;
  private closed = false;
  private timer = 0;

  constructor(
    private readonly id: string,
    private readonly keys: () => string[],
    private readonly heard: (event: Event) => void,
    private readonly state: (connected: boolean) => void,
  ) {
    this.connect();
  }

  private connect(): void {
    const address = new URL(`api/tables/${this.id}/live`, document.baseURI);
    address.protocol = address.protocol.replace('http', 'ws');
    address.search = this.keys()
      .map((key) => `key=${encodeURIComponent(key)}`)
      .join('&');
    address.hash = '';
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => this.state(true);
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as Event);
    socket.onclose = () => this.lost();
  }

  private hear(event: Event): void {
    this.tries = 0; // a busy server opens the connection, and may close it before it has said anything
    if (event.kind === 'gone') this.closed = true;
    if (event.kind === 'answer' || event.kind === 'refused') {
      const asked = this.waiting.get(event.n ?? 0);
      if (asked) {
        this.waiting.delete(event.n ?? 0);
        if (event.kind === 'answer') asked.done(event.answer);
        else asked.failed(new Refused(event.message));
        return;
      }
    }
    this.heard(event);
  }

  private forget(): void {
    for (const asked of this.waiting.values()) asked.failed(new Refused(t('say.connection_lost')));
    this.waiting.clear();
  }

  private lost(): void {
    this.forget();
    if (this.closed) return;
    this.state(false);
    this.tries += 1;
    this.timer = window.setTimeout(() => this.connect(), Math.min(5000, 250 * 2 ** Math.min(this.tries, 5)));
  }

  ask<K extends keyof Commands>(name: K, data: Commands[K]['asked']): Promise<Commands[K]['answer']> {
    type Answer = Commands[K]['answer'];
    const socket = this.socket;
    if (socket?.readyState === WebSocket.CONNECTING) {
      return new Promise<Answer>((done, failed) => {
        const settled = new AbortController();
        const again = () => {
          settled.abort();
          this.ask(name, data).then(done, failed);
        };
        socket.addEventListener('open', again, { signal: settled.signal });
        socket.addEventListener('close', again, { signal: settled.signal });
      });
    }
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused(t('say.no_connection')));
    }
    const n = ++this.number;
    return new Promise<Answer>((done, failed) => {
      this.waiting.set(n, { done: done as (answer: unknown) => void, failed });
      socket.send(JSON.stringify({ do: name, n, ...data }));
    });
  }

  /** Come back at once, with the keys that one holds now. */
  reconnect(): void {
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    this.forget();
    this.connect();
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.socket?.close();
  }
}
