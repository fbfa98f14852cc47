/**
 * What server and page say to each other; the page knows nothing of any game beyond this.
 * Generated from src/zermelo/interfaces/web/wire by `python web/build.py types`: change it there.
 */

/** A move that is new in the record. */
export interface Added {
  path: Path;
  text: string;
  player: number;
}

/** The answer to the command with this number. */
export interface AnswerEvent {
  kind: 'answer';
  n: number | null;
  answer: unknown;
}

/** A position to think about. */
export interface AskAnalyse {
  keys?: string[];
  path: Path;
  player?: string;
  lines?: number;
}

/** Turn an offer down. */
export interface AskDecline {
  keys?: string[];
}

/** A change of the record. */
export interface AskEdit {
  keys?: string[];
  path: Path;
  what: 'comment' | 'promote' | 'remove';
  text?: string;
}

/** Look whether a clock has run out. */
export interface AskFlag {
  keys?: string[];
}

/** A place to take the game to. */
export interface AskGo {
  keys?: string[];
  path: Path;
  running?: boolean;
}

/** A seat to give away. */
export interface AskInvite {
  keys?: string[];
  seat: number;
}

/** Moves to add to the record behind a place of it. */
export interface AskLine {
  keys?: string[];
  path: Path;
  moves: string[];
}

/** A position some moves behind a place of the record, to be drawn. */
export interface AskPicture {
  keys?: string[];
  path: Path;
  moves?: string[];
  flipped?: boolean;
}

/** A move to make; where the game stands if no place is named. */
export interface AskPlay {
  keys?: string[];
  move: string;
  path?: Path | null;
}

/** A place of the record; where the game stands if none is named. */
export interface AskPosition {
  keys?: string[];
  path?: Path | null;
}

/** Play again what was taken back. */
export interface AskRedo {
  keys?: string[];
}

/** Other players or options for a game under way. */
export interface AskReseat {
  keys?: string[];
  seats: string[];
  options: GivenOptions;
}

/** Give up. */
export interface AskResign {
  keys?: string[];
}

/** A game to look back on, up to a place. */
export interface AskReview {
  keys?: string[];
  path: Path;
  player?: string;
}

/** An analysis or a review of this connection to end. */
export interface AskStop {
  keys?: string[];
  what?: 'analysis' | 'why' | 'review';
}

/** A hold'em subgame, and the actions behind which one looks. */
export interface AskSubgame {
  board: string;
  first: string;
  second: string;
  pot?: number;
  stack?: number;
  bets?: string;
  raises?: string;
  path?: string[];
}

/** The whole table. */
export interface AskTable {
  keys?: string[];
}

/** A whole turn to make where the game stands, in the game's notation. */
export interface AskTurn {
  keys?: string[];
  text: string;
}

/** Take back: one's last turn, or only the last step of one that is under way. */
export interface AskUndo {
  keys?: string[];
  step?: boolean;
}

/** A move to compare with the best. */
export interface AskWhy {
  keys?: string[];
  path: Path;
  move: string;
  player?: string;
}

/** Clicks that make no legal move. */
export interface AskWhyIllegal {
  keys?: string[];
  path: Path;
  clicks: string[];
}

/** A paragraph, or the points of a list. */
export interface Block {
  listed: boolean;
  items: Span[][];
}

/** A choice that is no place on the board: a pass, a roll, an outcome of chance; with a picture it lies in a tray. */
export interface Button {
  name: string;
  label: string;
  owner: number;
  kind: string;
  many: number;
  text: string;
  ways: Way[];
}

/** A place on the board; x grows to the right, y upwards, one unit a cell. */
export interface Cell {
  name: string;
  x: number;
  y: number;
  shape: string;
  shade: string;
  label: string;
  width: number;
  height: number;
}

/** What has happened at a table since a revision: who knows that one knows the present one by this. */
export interface Change {
  base: number;
  status: Status;
  added: Added[];
  tree: Row[] | null;
  position: Position;
}

/** Something has happened at the table; who did it has the same as an answer instead. */
export interface ChangeEvent {
  kind: 'change';
  change: Change;
}

/** A chapter of the course. */
export interface Chapter {
  name: string;
  title: string;
}

/** A player's colour: what fills a piece, its edge, and the ink that is read on it. */
export interface Colour {
  name: string;
  fill: string;
  edge: string;
  ink: string;
  sign: string;
}

/** A move, its value for the player who makes it, and how the game would go on. */
export interface Continuation {
  move: string;
  value: number;
  line: string;
  steps: string[];
  proven: string;
}

/** A change of the record, and where one is afterwards. */
export interface Edited {
  base: number;
  status: Status;
  added: Added[];
  tree: Row[] | null;
  position: Position;
  path: Path;
}

/** The equilibrium of a small game. */
export interface EquilibriumView {
  values: number[];
  exploitability: number;
  rows: KnownMoves[];
}

/** Something went wrong that nobody asked for. */
export interface ErrorEvent {
  kind: 'error';
  message: string;
}

export type Event = TableEvent | ChangeEvent | ThinkingEvent | QuestionEvent | AnswerEvent | RefusedEvent | ErrorEvent | GoneEvent;

/** A demo of the Pacman laboratory. */
export interface Experiment {
  name: string;
  slide: string;
  question: string;
  lesson: string;
  rows: ExperimentLabel[];
}

/** A row of a demo's table before it is played; what the lecture had, where it says so. */
export interface ExperimentLabel {
  label: string;
  lecture: [number, number] | null;
}

/** The numbers of a row. */
export interface ExperimentResult {
  label: string;
  pacman: string;
  ghosts: string[];
  layout: string;
  seed: number;
  games: number;
  wins: number;
  caught: number;
  win_share: Interval;
  score: Interval;
  moves: number;
  dithering: number;
}

/** A row of a demo's table once it has been played, and its first game as a file. */
export interface ExperimentRow {
  row: ExperimentResult;
  recording: string;
}

/** What kind of game it is. */
export interface Facts {
  players: number;
  lowest: number;
  highest: number;
  zero_sum: boolean;
  chance: boolean;
  hidden: boolean;
  sides: number[];
}

/** A game for the gallery. */
export interface Game {
  name: string;
  title: string;
  aliases: string[];
  kind: string;
  players: number;
  players_text: string;
  parameters: Record<string, Parameter>;
  most_moves: number;
  longest: number | null;
  chance: boolean;
  hidden: boolean;
  zero_sum: boolean;
  genres: string[];
  minutes: number | null;
  recommended: boolean;
  levels: Record<string, number>;
  about: string;
}

/** What a click sets on an empty cell of such a shape: shown under the pointer before it is clicked. */
export interface Ghost {
  shape: string;
  width: number;
  height: number;
  piece: Piece;
  svg: string;
}

/** How a game is to be played; without a seed it has luck of its own. */
export interface GivenOptions {
  chance?: 'roll' | 'hand';
  delay?: number;
  seed?: number | null;
  clock?: number;
  increment?: number;
}

/** There is no such table. */
export interface GoneEvent {
  kind: 'gone';
  message: string;
}

/** An estimate with its 95 % interval. */
export interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** The key of a seat for somebody else. */
export interface Invited {
  key: string;
}

/** What a worker says of a job: waiting, compiling, begin, update, move, done, error. */
export interface JobEvent {
  kind: string;
  ahead?: number;
  kernel?: string;
  seconds?: number;
  message?: string;
  result?: Result;
  stand_in?: string;
  move?: ReviewMove;
  moves?: ReviewMove[];
  summary?: ReviewSummary[];
  stopped?: boolean;
  legal?: boolean;
  reason?: string;
  best?: Continuation;
  asked?: Continuation;
  changes?: string[];
  simply?: string;
}

/** What a table or the opening book says of a move. */
export interface KnownMove {
  move: string;
  source: string;
  words: string;
  share: number;
}

/** What an equilibrium does with what a player knows. */
export interface KnownMoves {
  player: number;
  knows: string;
  moves: string[];
  shares: number[];
}

/** A row of a demo's table. */
export interface LabRow {
  row: number;
  games?: number;
  seed?: number;
}

/** Words on a cell: where their baseline is from its middle, and whether they start or centre there. */
export interface Label {
  text: string;
  x: number;
  y: number;
  anchor: string;
}

/** Pieces that are laid one by one onto any of some cells and judged together, as tiles of Scrabble are. */
export interface Laying {
  pieces: Record<string, string[]>;
  cells: string[];
}

/** A worked example of a lecture. */
export interface LessonExample {
  name: string;
  lecture: string;
  slide: string;
  about: string;
}

/** What there is to learn from: worked examples, and kinds of quizzes. */
export interface Lessons {
  examples: LessonExample[];
  quizzes: string[];
}

/** A move and how the game would go on. */
export interface Line {
  move: string;
  value: number;
  line: string;
  steps: string[];
}

/** A file to open. */
export interface LoadGame {
  text: string;
  options?: GivenOptions;
}

/** A match in the background, without its games. */
export interface Match {
  id: string;
  game: string;
  settings: Record<string, string>;
  players: string[];
  games: number;
  played: number;
  seed: number;
  state: string;
  message: string;
  begun: number;
  under_way: number | null;
  report: MatchReport | null;
}

/** One player's results; Elo where two play, and none where it would be infinite. */
export interface MatchPlayer {
  player: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  error: number;
  utility: number;
  seconds: number;
  forfeits?: Record<string, number>;
  elo?: number;
  elo_low?: number;
  elo_high?: number;
}

/** The standings of a match. */
export interface MatchReport {
  game: string;
  games: number;
  wanted: number;
  players: MatchPlayer[];
}

/** A legal move: its text, which names it everywhere, its clicks, and the odds of an outcome of chance. */
export interface Move {
  move: string;
  clicks: string[];
  also?: string[][];
  odds?: number;
}

/** A move of a Monte Carlo tree. */
export interface MoveVisits {
  move: string;
  value: number;
  visits: number;
}

/** Players that are to meet. */
export interface NewMatch {
  game: string;
  settings?: Record<string, string>;
  players: string[];
  games?: number;
  seed?: number;
}

/** A game to begin. */
export interface NewTable {
  game: string;
  settings?: Record<string, string>;
  position?: string;
  seats?: string[];
  moves?: string;
  options?: GivenOptions;
}

/** A request that the other person may accept. */
export interface Offer {
  kind: string;
  seat: number;
}

/** A new table, with a key for every seat. */
export interface Opened {
  keys: string[];
  table: TableView;
}

/** How a game is played; the seed is told where it foretells nothing. */
export interface Options {
  chance: 'roll' | 'hand';
  delay: number;
  seed: number | null;
  clock: number;
  increment: number;
}

/** A move of alpha-beta's root, in the order of the search. */
export interface OrderedMove {
  move: string;
  value: number;
  bound: string;
  nodes: number;
}

/** How a game ended. */
export interface Outcome {
  utilities: number[];
  reason: string;
  winners: number[];
}

/** The lists run along those of the scene; pictures are named by their symbol. */
export interface PageDrawing {
  frame: [number, number, number, number];
  below: string;
  above: string;
  cells: string[];
  labels: (Label | null)[];
  pieces: string[];
  layers: number[];
  buttons: string[];
  ways: string[][][];
  previews: Preview[];
  symbols: Record<string, string>;
  definitions: string;
  signs: Sign[];
  signs_flipped: Sign[];
  players: Colour[];
}

/** A parameter of a game. */
export interface Parameter {
  kind: string;
  default?: unknown;
  low?: number;
  high?: number;
  choices?: unknown[];
  help?: string;
}

/** which child to take at each step */
export type Path = number[];

/** Something that stands on a cell; several pieces on one cell lie on top of each other, the last on top. */
export interface Piece {
  cell: string;
  kind: string;
  owner: number;
  text: string;
  dx: number;
  dy: number;
  turned: number;
}

/** A kind of player, and how its text is written. */
export interface PlayerKind {
  name: string;
  summary: string;
  example: string;
  settings: PlayerSetting[];
}

/** A setting of a player. */
export interface PlayerSetting {
  name: string;
  kind: string;
  help: string;
  default: unknown;
}

/** A place of the record: the picture, the legal moves with their clicks, what was played last. */
export interface Position {
  path: Path;
  turn: number;
  scene: Scene;
  moves: Move[];
  ghosts: Ghost[];
  midturn: boolean;
  playable: boolean;
  outcome: Outcome | null;
  last: string[];
  text: string;
}

/** What the first clicks of a move change: pieces by their place in the scene, and their new pictures. */
export interface Preview {
  clicks: string[];
  places: number[];
  pieces: Piece[];
  symbols: string[];
}

/** A position to look at. */
export interface Question {
  game: string;
  settings?: Record<string, string>;
  position?: string;
  moves?: string;
  player?: string;
  lines?: number;
}

/** What a question of this page has brought so far. */
export interface QuestionEvent {
  kind: 'analysis' | 'why' | 'review';
  path: Path;
  event: JobEvent;
}

/** A question about a tree; with an answer also its mark. */
export interface Quiz {
  question: string;
  example: string;
  picture: string;
  right: boolean | null;
  words: string;
}

/** Why the command with this number was not obeyed. */
export interface RefusedEvent {
  kind: 'refused';
  n: number | null;
  message: string;
}

/** What a player thinks of a position; the keys of `zermelo analyse --json` and more. */
export interface Result {
  move: string;
  turn: number;
  value: number;
  proven: string | null;
  line: string;
  depth: number;
  nodes: number;
  seconds: number;
  nodes_per_second: number;
  stopped_by: string;
  table_use: number;
  distance: number | null;
  algorithm: string;
  lines: Line[];
  moves: MoveVisits[];
  ordered: OrderedMove[];
  known: KnownMove[];
  notes: string[];
}

/** A move of a game against the best one. */
export interface ReviewMove {
  ply: number;
  player: number;
  move: string;
  value: number;
  best: string;
  best_value: number;
  best_line: string;
  best_steps: string[];
  loss: number;
  mark: string;
  proven: boolean;
}

/** How well a player played. */
export interface ReviewSummary {
  player: number;
  moves: number;
  best: number;
  mean_loss: number;
  blunder: number;
  mistake: number;
  inaccuracy: number;
  unclear: number;
  words: string;
}

export type Row = [number, string, number, string];

/** How a game is played. */
export interface Rules {
  game: string;
  title: string;
  sections: Section[];
  samples: RulesSample[];
}

/** A few moves to look at: the scene before each and after the last, and the cells of each move. */
export interface RulesSample {
  title: string;
  moves: string[];
  scenes: Scene[];
  last: string[][];
}

/** Everything that is seen of a position; the clicks go with the moves. */
export interface Scene {
  cells: Cell[];
  pieces: Piece[];
  buttons: Button[];
  lines: [number, number, number, number][];
  notes: string[];
  colours: string[];
  steps: string;
  keys: Record<string, string>;
  highlights: string[];
  laying: Laying | null;
  drawing: PageDrawing;
}

/** Who plays, whether it is you, whether the seat was given to somebody by a link, and the clock. */
export interface Seat {
  player: string;
  yours: boolean;
  given: boolean;
  time: number | null;
}

/** What stands under a heading; the heading is empty before the first. */
export interface Section {
  heading: string;
  blocks: Block[];
}

/** The name of a row or column and where it stands, y downwards. */
export interface Sign {
  text: string;
  x: number;
  y: number;
}

/** A few words, perhaps stressed. */
export interface Span {
  text: string;
  strong: boolean;
}

/** What may be different after every move. */
export interface Status {
  revision: number;
  seats: Seat[];
  options: Options;
  tip: Path;
  running: boolean;
  owner: boolean;
  mover: string;
  turn: number;
  offer: Offer | null;
  outcome: Outcome | null;
}

/** A node of a solved hold'em subgame. */
export interface SubgameView {
  path: string[];
  player: number | null;
  actions: string[];
  end: string;
  shares: number[];
  classes: string[];
  weights: number[];
  grid: number[][];
  share: number;
  equity: number | null;
  exploitability: number;
  iterations: number;
}

/** The whole table, when the connection begins. */
export interface TableEvent {
  kind: 'table';
  table: TableView;
}

/** The game and all its moves; the first row of the tree is the start. */
export interface TableView {
  revision: number;
  seats: Seat[];
  options: Options;
  tip: Path;
  running: boolean;
  owner: boolean;
  mover: string;
  turn: number;
  offer: Offer | null;
  outcome: Outcome | null;
  id: string;
  game: string;
  title: string;
  settings: Record<string, string>;
  position: string;
  formats: string[];
  facts: Facts;
  tree: Row[];
}

/** What a machine at the table is doing; its thoughts, where nothing is hidden. */
export interface ThinkingEvent {
  kind: 'thinking';
  seat: number;
  path: Path;
  event: JobEvent;
}

/** A tournament that is kept in a file, as far as it has come. */
export interface Tournament {
  number: number;
  name: string;
  game: string;
  format: string;
  model: string;
  rows: TournamentRow[];
  games: TournamentGame[];
  notes: string[];
  plot: string;
}

/** One game of a tournament. */
export interface TournamentGame {
  seats: string[];
  points: number[];
  plies: number;
  ending: string;
  reason: string;
}

/** One player's place in a tournament; Elo about a mean of 0, without the ends that are not known. */
export interface TournamentRow {
  player: string;
  points: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  low: number;
  high: number;
  forfeits: number;
  elo?: number;
  elo_low?: number;
  elo_high?: number;
  against: [number, number, number][];
}

/** A way in which something from a tray can lie; its pieces are placed about the cell that is clicked. */
export interface Way {
  name: string;
  pieces: Piece[];
  label: string;
  turned: string;
  flipped: string;
}

/** The commands of a table: what is asked, and the answer; questions bring events. */
export interface Commands {
  table: { asked: Omit<AskTable, 'keys'>; answer: TableView };
  position: { asked: Omit<AskPosition, 'keys'>; answer: Position };
  picture: { asked: Omit<AskPicture, 'keys'>; answer: string };
  why_illegal: { asked: Omit<AskWhyIllegal, 'keys'>; answer: string };
  play: { asked: Omit<AskPlay, 'keys'>; answer: Change };
  turn: { asked: Omit<AskTurn, 'keys'>; answer: Change };
  go: { asked: Omit<AskGo, 'keys'>; answer: Change };
  edit: { asked: Omit<AskEdit, 'keys'>; answer: Edited };
  add_line: { asked: Omit<AskLine, 'keys'>; answer: Edited };
  undo: { asked: Omit<AskUndo, 'keys'>; answer: Change };
  redo: { asked: Omit<AskRedo, 'keys'>; answer: Change };
  decline: { asked: Omit<AskDecline, 'keys'>; answer: Change };
  resign: { asked: Omit<AskResign, 'keys'>; answer: Change };
  flag: { asked: Omit<AskFlag, 'keys'>; answer: Change };
  invite: { asked: Omit<AskInvite, 'keys'>; answer: Invited };
  reseat: { asked: Omit<AskReseat, 'keys'>; answer: Change };
  stop: { asked: Omit<AskStop, 'keys'>; answer: null };
  analyse: { asked: Omit<AskAnalyse, 'keys'>; answer: null };
  why: { asked: Omit<AskWhy, 'keys'>; answer: null };
  review: { asked: Omit<AskReview, 'keys'>; answer: null };
}
