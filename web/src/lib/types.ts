/** What the server sends; the page knows nothing of any game beyond this. */

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

export interface Piece {
  cell: string;
  kind: string;
  owner: number;
  text: string;
  dx: number;
  dy: number;
  turned: number;
}

export interface Button {
  name: string;
  label: string;
  owner: number;
  kind: string;
  many: number;
}

export interface Scene {
  cells: Cell[];
  pieces: Piece[];
  buttons: Button[];
  lines: [number, number, number, number][];
  notes: string[];
  colours: string[];
  drawing: Drawing;
}

/** Pictures and where they go; the lists run along those of the scene, pictures are named by their symbol. */
export interface Drawing {
  frame: [number, number, number, number]; // left, top, width and height of all cells
  below: string; // SVG under the cells
  above: string; // SVG over the cells
  cells: string[];
  labels: ({ text: string; x: number; y: number; anchor: string } | null)[];
  pieces: string[];
  layers: number[]; // of the pieces; 0 lies under the others
  buttons: string[]; // empty for one without a picture
  symbols: Record<string, string>; // name -> SVG round (0, 0)
  definitions: string; // SVG that symbols refer to
  signs: Sign[]; // names of rows and columns
  signs_flipped: Sign[];
  players: { name: string; fill: string; edge: string; ink: string }[];
}
interface Sign {
  text: string;
  x: number;
  y: number;
}

export interface Move {
  move: number;
  text: string;
  clicks: string[];
  odds?: number;
}

export interface Outcome {
  utilities: number[];
  reason: string;
  winners: number[];
}

export type Path = number[];

export interface Position {
  path: Path;
  turn: number;
  scene: Scene;
  moves: Move[];
  playable: boolean;
  outcome: Outcome | null;
  last: string[];
  text: string;
}

export interface Seat {
  player: string;
  yours: boolean;
  given: boolean;
  time: number | null;
}

export interface Options {
  chance: 'roll' | 'hand';
  delay: number;
  seed: number | null;
  clock: number;
  increment: number;
}

/** A row of the record: parent's row, text, player, comment. */
export type Row = [number, string, number, string];

export interface Facts {
  players: number;
  lowest: number;
  highest: number;
  zero_sum: boolean;
  chance: boolean;
  hidden: boolean;
  sides: number[];
}

export interface Table {
  id: string;
  revision: number;
  game: string;
  settings: Record<string, string>;
  position: string;
  seats: Seat[];
  options: Options;
  formats: string[];
  tip: Path;
  running: boolean;
  owner: boolean;
  mover: string;
  turn: number;
  offer: { kind: string; seat: number } | null;
  outcome: Outcome | null;
  facts: Facts;
  tree: Row[];
}

export interface Parameter {
  default: unknown;
  kind: string;
  low?: number | null;
  high?: number | null;
  choices?: unknown[];
  help?: string;
}

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
  about: string;
}

export interface PlayerKind {
  name: string;
  summary: string;
  example: string;
  settings: { name: string; kind: string; help: string; default: unknown }[];
}

export interface Line {
  number: number;
  move: string;
  value: number;
  line: string;
}

export interface Result {
  move: string;
  number: number;
  turn: number;
  value: number;
  proven: string | null;
  line: string;
  depth: number;
  nodes: number;
  seconds: number;
  nodes_per_second: number;
  stopped_by: string;
  distance: number | null;
  algorithm: string;
  lines: Line[];
  moves: { number: number; move: string; value: number; visits: number }[];
  ordered: { move: string; value: number; bound: string; nodes: number }[];
  notes: string[];
}

/** What a worker says of a job: waiting, compiling, update, move, done, error, begin. */
export interface JobEvent {
  kind: string;
  ahead?: number;
  kernel?: string;
  message?: string;
  result?: Result;
  move?: ReviewMove;
  moves?: ReviewMove[];
  summary?: ReviewSummary[];
  legal?: boolean;
  reason?: string;
  best?: Continuation | null;
  asked?: Continuation | null;
  changes?: string[];
}

export interface Continuation {
  move: string;
  value: number;
  line: string;
  proven: string;
}

export interface ReviewMove {
  ply: number;
  player: number;
  move: string;
  value: number;
  best: string;
  best_value: number;
  best_line: string;
  loss: number;
  mark: string;
}

export interface ReviewSummary {
  player: number;
  moves: number;
  best: number;
  mean_loss: number;
  blunder: number;
  mistake: number;
  inaccuracy: number;
  words: string;
}

export interface Match {
  id: string;
  game: string;
  players: string[];
  games: number;
  played: number;
  state: string;
  message: string;
  report: {
    players: {
      player: string;
      wins: number;
      draws: number;
      losses: number;
      score: number;
      error: number;
      seconds: number;
      elo?: number | null;
      elo_low?: number | null;
      elo_high?: number | null;
    }[];
  } | null;
}

/** A demo of the Pacman laboratory, and one row of its table once it has been played. */
export interface Experiment {
  name: string;
  slide: string;
  question: string;
  lesson: string;
  rows: { label: string; lecture: [number, number] | null }[];
}
interface Interval {
  estimate: number;
  low: number;
  high: number;
}
export interface ExperimentRow {
  row: {
    pacman: string;
    ghosts: string[];
    games: number;
    wins: number;
    caught: number;
    win_share: Interval;
    score: Interval;
    moves: number;
    dithering: number;
  };
  recording: string;
}
