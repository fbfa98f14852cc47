/** Where one is: the part of the address after #. */

export interface Route {
  page: string;
  parts: string[];
  query: URLSearchParams;
}

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = '', ...parts] = path.split('/').map(decodeURIComponent);
  return { page, parts, query: new URLSearchParams(query) };
}

export const here = $state<{ route: Route }>({ route: read() });
window.addEventListener('hashchange', () => (here.route = read()));

export function go(hash: string): void {
  location.hash = hash;
}

/** Another address for the same place, without a step in the history. */
export function replace(hash: string): void {
  history.replaceState(null, '', hash);
  here.route = read();
}
