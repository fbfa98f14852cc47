/** A page at a table: what it shows, and what the person does. */
import { click, nextNames } from './clicks';
import { keysOf, remember } from './api';
import { Live } from './live';
import { firstWay, handOf, placement, prefixOf, turned, type Placement } from './trays';
import { cellAt, type Point } from './geometry';
import { t } from './messages/index.svelte';
import { changed, endOf, placeAt, samePath, startsWith, treeOf, type Place } from './tree';
import type {
  Change,
  Commands,
  Event,
  GivenOptions,
  JobEvent,
  Path,
  Position,
  Result,
  ReviewMove,
  ReviewSummary,
  TableView,
  ThinkingEvent,
} from './types';

/** The commands that are answered with what they changed. */
type Act = { [K in keyof Commands]: Commands[K]['answer'] extends Change ? K : never }[keyof Commands];

export interface Thinking {
  seat: number;
  waiting: number; // how many come before
  compiling: string;
  result: Result | null;
}

/** A piece that was laid freely: where it came from, where it lies, what it stands for. */
export interface Laid {
  from: string;
  to: string;
  letter: string;
}

export class Session {
  table = $state.raw<TableView | null>(null);
  position = $state.raw<Position | null>(null);
  path = $state.raw<Path>([]);
  prefix = $state.raw<string[]>([]); // names clicked so far
  sent = $state.raw<string[]>([]); // the clicks of a move on its way to the server
  connected = $state(false);
  gone = $state('');
  message = $state('');
  thinking = $state.raw<Thinking | null>(null);
  standIns = $state.raw<Record<number, string>>({}); // of each seat: who moved for it last
  analysis = $state.raw<{ path: Path; result: Result | null; state: string } | null>(null);
  analysing = $state(false);
  analyst = $state('best:time=20');
  lines = $state(3);
  why = $state.raw<{ path: Path; move: string; event: JobEvent | null } | null>(null);
  review = $state.raw<{
    moves: ReviewMove[];
    summary: ReviewSummary[];
    done: boolean;
    of: number;
    problem: string;
  } | null>(null);
  values = $state.raw<Record<string, Result>>({}); // what was thought at each place
  asking = $state(''); // the next click asks why not
  moment = $state(0); // when the table was last heard of, for clocks

  readonly root = $derived<Place | null>(this.table ? treeOf(this.table.tree) : null);
  readonly atTip = $derived(this.table !== null && samePath(this.path, this.table.tip));
  readonly next = $derived(
    this.position && (this.position.playable || this.asking)
      ? nextNames(this.position.moves, this.prefix)
      : new Set<string>(),
  );

  /** Names with which a move begins: another piece can always be taken up instead. */
  readonly firsts = $derived(this.position?.playable ? nextNames(this.position.moves, []) : new Set<string>());
  readonly hand = $derived(this.position ? handOf(this.position.scene, this.prefix) : null);

  /** Pieces that are laid freely and judged together; only where the game stands. */
  readonly laying = $derived(this.position?.playable && this.atTip ? this.position.scene.laying : null);
  laid = $state.raw<Laid[]>([]);
  lifted = $state(''); // the cell of the piece that is laid next
  unsaid = $state.raw<{ from: string; to: string; letters: readonly string[] } | null>(null); // which letter is it?

  carried = $state.raw<Point | null>(null); // where on the screen something from a tray is being dragged
  pointAt: (x: number, y: number) => Point | null = () => null; // a place on the screen as a point of the board

  private live: Live;
  private timer = 0;
  private pictures = new Map<string, Promise<string>>();

  constructor(readonly id: string) {
    this.live = new Live(
      id,
      () => keysOf(id),
      (event) => this.heard(event),
      (connected) => (this.connected = connected),
    );
  }

  close(): void {
    this.live.close();
    window.clearTimeout(this.timer);
  }

  // ------------------------------------------------------------------ hearing

  private heard(event: Event): void {
    if (event.kind === 'table') this.tableCame(event.table);
    else if (event.kind === 'change') void this.apply(event.change);
    else if (event.kind === 'thinking') this.thought(event);
    else if (event.kind === 'analysis') this.analysed(event.path, event.event);
    else if (event.kind === 'why' && this.why) this.why = { ...this.why, event: event.event };
    else if (event.kind === 'review') this.reviewed(event.event);
    else if (event.kind === 'gone') this.gone = event.message;
    else if (event.kind === 'error' || event.kind === 'refused') this.say(event.message);
  }

  /** The whole table: at the beginning, after a lost connection, and where a change was missed. */
  private tableCame(table: TableView): void {
    const before = this.table;
    const follow = !before || !this.position || samePath(this.path, before.tip) || !samePath(before.tip, table.tip);
    if (!before) remember(table.id, table.game);
    this.settle(table);
    void this.look(follow ? table.tip : this.path);
  }

  /** What has happened: it builds on what is known, or the whole is asked for. */
  private async apply(change: Change, keepValues = false): Promise<void> {
    const before = this.table;
    if (!before) return;
    const table = changed(before, change);
    if (table === before) return;
    if (table === null) {
      try {
        this.tableCame(await this.live.ask('table', {}));
      } catch (error) {
        this.say((error as Error).message);
      }
      return;
    }
    const follow = samePath(this.path, before.tip) || !samePath(before.tip, table.tip);
    if (change.tree && !keepValues) this.values = {}; // they are kept by places, which may have changed
    this.settle(table);
    if (follow) this.show(change.position);
    else await this.look(this.path);
  }

  private settle(table: TableView): void {
    this.table = table;
    this.moment = performance.now();
    if (!table.mover || table.mover === 'human' || !table.running) this.thinking = null;
  }

  private thought(event: ThinkingEvent): void {
    const job = event.event;
    const old = this.thinking ?? { seat: 0, waiting: 0, compiling: '', result: null };
    const now: Thinking = { ...old, seat: event.seat, waiting: 0 };
    if (job.kind === 'waiting') now.waiting = job.ahead ?? 1;
    if (job.kind === 'compiling') now.compiling = job.kernel ?? 'rules';
    if (job.kind === 'begin') now.result = null;
    if (job.result) {
      now.compiling = '';
      now.result = job.result;
      this.note(event.path, job.result);
    }
    if (job.kind === 'done') this.standIns = { ...this.standIns, [event.seat]: job.stand_in ?? '' };
    this.thinking = job.kind === 'done' ? { ...now, compiling: '' } : now;
  }

  private analysed(path: Path, job: JobEvent): void {
    if (!this.analysing) return;
    const old = this.analysis && samePath(this.analysis.path, path) ? this.analysis.result : null;
    if (job.kind === 'waiting')
      this.analysis = { path, result: old, state: t('wait.queue', { count: job.ahead ?? 1 }) };
    else if (job.kind === 'compiling')
      this.analysis = { path, result: old, state: t('wait.compiling', { kernel: job.kernel ?? '' }) };
    else if (job.kind === 'error') this.analysis = { path, result: old, state: job.message ?? t('analysis.nothing') };
    else if (job.result) {
      this.analysis = { path, result: job.result, state: job.kind === 'done' ? 'done' : 'thinking' };
      this.note(path, job.result);
    }
  }

  private note(path: Path, result: Result): void {
    this.values = { ...this.values, [path.join('.')]: result };
  }

  private reviewed(job: JobEvent): void {
    const old = this.review ?? { moves: [], summary: [], done: false, of: 0, problem: '' };
    if (job.kind === 'move' && job.move) this.review = { ...old, moves: [job.move, ...old.moves] };
    else if (job.kind === 'done')
      this.review = { ...old, moves: job.moves ?? [], summary: job.summary ?? [], done: true };
    else if (job.kind === 'error') this.review = { ...old, done: true, problem: job.message ?? '' };
  }

  // ------------------------------------------------------------------ looking

  /** Show a place of the record. */
  async look(path: Path): Promise<void> {
    this.path = path;
    this.clear();
    try {
      const position = await this.live.ask('position', { path });
      if (samePath(this.path, path)) this.show(position);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  private show(position: Position): void {
    this.path = position.path;
    this.clear();
    this.sent = [];
    this.laid = [];
    this.position = position;
    if (this.analysing) void this.analyse();
  }

  step(by: number): void {
    if (!this.root || !this.table) return;
    if (by < 0) void this.look(this.path.slice(0, Math.max(0, this.path.length + by)));
    else {
      const tip = this.table.tip;
      const along = startsWith(tip, this.path) && tip.length > this.path.length;
      const child = along ? tip[this.path.length] : placeAt(this.root, this.path).children.length ? 0 : undefined;
      if (child !== undefined) void this.look([...this.path, child]);
    }
  }

  toStart(): void {
    void this.look([]);
  }

  toEnd(): void {
    if (this.root && this.table) {
      void this.look(startsWith(this.table.tip, this.path) ? this.table.tip : endOf(this.root, this.path));
    }
  }

  // ------------------------------------------------------------------ acting

  /** A click on a cell or button. */
  name(name: string): void {
    const position = this.position;
    if (!position) return;
    if (!position.playable && !this.asking) {
      this.explainWait();
      return;
    }
    if (this.layClick(name)) return;
    if (this.hand?.button.name === name) {
      if (!this.turnHand('turned')) this.clear();
      return;
    }
    const answer = click(position.moves, this.prefix, name, position.scene.steps);
    if (answer.kind === 'more') this.pick(answer.prefix);
    else if (answer.kind === 'play') {
      if (this.asking) this.askWhy(answer.move.move);
      else void this.play(answer.move.move, answer.clicks);
    } else if (answer.kind === 'illegal') {
      this.clear();
      void this.illegal(answer.clicked);
    }
  }

  /** Keep what was clicked; something from a tray lies in a way at once. */
  private pick(prefix: string[]): void {
    const position = this.position;
    this.prefix = prefix;
    const hand = prefix.length === 1 ? this.hand : null;
    const way = hand && position ? firstWay(hand.button, position.moves) : undefined;
    if (hand && way) this.prefix = prefixOf(hand.button, way);
  }

  /** Let go of what was clicked so far. */
  clear(): void {
    this.prefix = [];
    this.lifted = '';
    this.unsaid = null;
  }

  /** A click that takes a piece up to lay it, lays it, or takes it back; false where it means something else. */
  private layClick(name: string): boolean {
    const laying = this.laying;
    if (!laying || this.prefix.length || this.asking) return false;
    this.unsaid = null;
    const there = this.laid.find((one) => one.to === name);
    if (there || laying.pieces[name]) {
      const from = there?.from ?? name;
      const same = this.lifted === from;
      this.takeBack(from);
      this.lifted = same ? '' : from;
    } else if (this.lifted && laying.cells.includes(name)) this.lay(this.lifted, name);
    else if (!this.laid.length || !laying.cells.includes(name)) {
      this.takeBack();
      return false;
    }
    return true;
  }

  /** A piece was dragged; true where it is one that is laid freely. */
  layDrop(from: string, to: string): boolean {
    const laying = this.laying;
    const origin = this.laid.find((one) => one.to === from)?.from ?? from;
    if (!laying?.pieces[origin] || this.prefix.length) return false;
    if (laying.cells.includes(to) && !this.laid.some((one) => one.to === to)) this.lay(origin, to);
    else this.takeBack(origin);
    return true;
  }

  private lay(from: string, to: string): void {
    const letters = this.laying?.pieces[from] ?? [];
    this.takeBack(from);
    this.lifted = '';
    if (letters.length > 1) this.unsaid = { from, to, letters };
    else this.laid = [...this.laid, { from, to, letter: letters[0] ?? '' }];
  }

  /** What a piece that can be any letter stands for. */
  sayLetter(letter: string): void {
    const piece = this.unsaid;
    if (piece) this.laid = [...this.laid, { from: piece.from, to: piece.to, letter }];
    this.unsaid = null;
  }

  /** Take a piece back that was laid, or all of them. */
  takeBack(from = ''): void {
    this.laid = from ? this.laid.filter((one) => one.from !== from) : [];
  }

  /** Play what was laid; the server judges it. */
  playLaid(): void {
    void this.act('turn', { text: this.laid.map((one) => `${one.to}:${one.letter}`).join(' ') });
  }

  /** A move or a whole turn that was typed. */
  typed(text: string): void {
    if (this.atTip && /\s/.test(text) && !this.position?.moves.some((one) => one.move === text))
      void this.act('turn', { text });
    else void this.play(text);
  }

  /** Take the last step of a turn back: a click, or a move where the turn goes on. */
  stepBack(): void {
    const [position, steps] = [this.position, this.position?.scene.steps];
    if (!position) return;
    if (this.laid.length) this.laid = this.laid.slice(0, -1);
    else if (this.prefix.length)
      this.prefix = this.prefix.slice(0, steps === 'pairs' && this.prefix.length % 2 === 0 ? -2 : -1);
    else if (position.midturn && position.playable) void this.act('undo', { step: true });
  }

  /** Turn or flip what is in the hand; false where it lies in one way only. */
  turnHand(how: 'turned' | 'flipped'): boolean {
    const hand = this.hand;
    if (!hand || !this.position) return false;
    const way = turned(hand, how, this.position.moves);
    if (way === hand.way) return false;
    this.prefix = prefixOf(hand.button, way);
    return true;
  }

  /** Where the thing in the hand would come down near a point of the board. */
  landing(point: Point): Placement | null {
    const position = this.position;
    return this.hand && position?.playable ? placement(position.scene, this.hand, position.moves, point) : null;
  }

  /** Put the thing in the hand down. */
  place(where: Placement): void {
    this.prefix = where.clicks.slice(0, -1);
    this.name(where.cell);
  }

  /** Something was dragged from a tray to a place on the screen. */
  dropAt(x: number, y: number): void {
    const [point, scene] = [this.pointAt(x, y), this.position?.scene];
    if (!point || !scene) return;
    const where = this.landing(point);
    if (where) this.place(where);
    else if (!this.hand) {
      const cell = cellAt(scene.cells, point);
      if (cell && this.next.has(cell.name)) this.name(cell.name);
    }
  }

  /** A piece that was dragged: two clicks, whatever was picked before. */
  drop(from: string, to: string): void {
    const position = this.position;
    if (!position || this.layDrop(from, to)) return;
    const goesOn = this.prefix.length > 0 && this.next.has(from);
    if (goesOn || this.prefix[this.prefix.length - 1] !== from) {
      const answer = click(position.moves, goesOn ? this.prefix : [], from);
      if (answer.kind !== 'more') return;
      this.prefix = answer.prefix;
    }
    this.name(to);
  }

  async play(move: string, clicks: string[] = []): Promise<void> {
    this.clear();
    this.sent = clicks;
    await this.act('play', { path: this.path, move });
    this.sent = [];
  }

  private explainWait(): void {
    const table = this.table;
    if (!table || table.outcome) return;
    if (table.mover === 'chance') this.say(t('say.chance'));
    else if (this.atTip && table.mover && table.mover !== 'human') {
      this.say(t(table.running ? 'say.machine' : 'say.machine_waits'));
    } else if (this.atTip && table.seats[table.turn] && !table.seats[table.turn]?.yours) this.say(t('say.other'));
  }

  private async illegal(clicked: string[]): Promise<void> {
    try {
      const reason = await this.live.ask('why_illegal', { path: this.path, clicks: clicked });
      this.say(`${clicked.join(' – ')}: ${reason}`);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  /** Do something at the table; what it changed is the answer. */
  async act<K extends Act>(name: K, data: Commands[K]['asked']): Promise<void> {
    try {
      const change = await this.live.ask(name, data);
      this.message = '';
      await this.apply(change);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  /** Comment on the move that is shown, make its line the main line, or take it out. */
  async edit(what: 'comment' | 'promote' | 'remove', text = ''): Promise<void> {
    try {
      const edited = await this.live.ask('edit', { path: this.path, what, text });
      this.message = '';
      this.path = edited.path;
      await this.apply(edited, what === 'comment');
      if (!samePath(this.path, edited.path)) await this.look(edited.path);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  /** Let the machines go on from the place that is shown, or stop them. */
  run(running: boolean): void {
    void this.act('go', { path: this.path, running });
  }

  // ------------------------------------------------------------------ questions

  toggleAnalysis(): void {
    this.analysing = !this.analysing;
    if (this.analysing) void this.analyse();
    else {
      this.stop('analysis');
      this.analysis = null;
    }
  }

  async analyse(): Promise<void> {
    if (this.position?.outcome || this.position?.turn === -1) {
      this.analysis = {
        path: this.path,
        result: null,
        state: t(this.position.outcome ? 'analysis.over' : 'analysis.chance_here'),
      };
      this.stop('analysis');
      return;
    }
    try {
      await this.live.ask('analyse', { path: this.path, player: this.analyst, lines: this.lines });
    } catch (error) {
      this.analysis = { path: this.path, result: null, state: (error as Error).message };
    }
  }

  /** End an analysis or a review. */
  stop(what: 'analysis' | 'review'): void {
    this.live.ask('stop', { what }).catch((error: Error) => this.say(error.message));
  }

  askWhy(move: string): void {
    this.asking = '';
    this.prefix = [];
    this.why = { path: this.path, move, event: null };
    this.live.ask('why', { path: this.path, move }).catch((error: Error) => {
      this.why = { path: this.path, move, event: { kind: 'error', message: error.message } };
    });
  }

  /** A small board some moves behind a place of the record. */
  picture(path: Path, moves: string[]): Promise<string> {
    const place = JSON.stringify([path, moves]);
    const known = this.pictures.get(place) ?? this.live.ask('picture', { path, moves });
    this.pictures.set(place, known);
    known.catch(() => this.pictures.delete(place));
    if (this.pictures.size > 200) this.pictures.delete([...this.pictures.keys()][0] ?? '');
    return known;
  }

  /** Keep a line of moves as a variation, and look at its end; the game stays where it stands. */
  async addLine(path: Path, moves: string[]): Promise<void> {
    try {
      const added = await this.live.ask('add_line', { path, moves });
      this.message = '';
      await this.apply(added, true);
      await this.look(added.path);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  startReview(): void {
    if (!this.table) return;
    const path = this.root ? endOf(this.root, this.path) : this.table.tip;
    this.review = { moves: [], summary: [], done: false, of: path.length, problem: '' };
    this.live.ask('review', { path }).catch((error: Error) => {
      this.review = { moves: [], summary: [], done: true, of: 0, problem: error.message };
    });
  }

  async invite(seat: number): Promise<string> {
    const { key } = await this.live.ask('invite', { seat });
    const address = new URL(document.baseURI);
    address.hash = `#/table/${this.id}/${key}`;
    this.live.reconnect();
    return address.href;
  }

  async reseat(seats: string[], options: GivenOptions): Promise<void> {
    await this.act('reseat', { seats, options });
  }

  say(text: string): void {
    this.message = text;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.message = ''), 9000);
  }
}
