import { describe, expect, it } from 'vitest';
import { positionHash, settingsIn } from '../src/lib/links';
import { distance, found, plain } from '../src/lib/search';
import { spoken } from '../src/lib/spoken';
import type { Game } from '../src/lib/types';
import { listed } from '../src/lib/values';

const game = (name: string, title: string, ...aliases: string[]) =>
  ({ name, title, aliases, about: 'Words of it.' }) as unknown as Game;
const games = [
  game('tic_tac_toe', 'Tic-tac-toe', 'noughts_and_crosses'),
  game('memory_tic_tac_toe', 'Memory tic-tac-toe'),
  game('nine_mens_morris', "Nine men's morris", 'mill'),
  game('connect_four', 'Connect four', 'connect_4', 'four_in_a_row'),
  game('pentominoes', 'Pentominoes', 'pentaminoes'),
  game('carcassonne', 'Carcassonne'),
  game('checkers', 'Checkers', 'draughts'),
  game('international_draughts', 'International draughts'),
  game('chess', 'Chess'),
  game('twenty_forty_eight', '2048', '2048'),
];
const names = (typed: string) => found(games, typed).map((one) => one.name);

describe('searching', () => {
  it.each([
    ['tic-tac-toe', 'tic_tac_toe'],
    ['tictactoe', 'tic_tac_toe'],
    ['Tic Tac Toe', 'tic_tac_toe'],
    ["nine men's morris", 'nine_mens_morris'],
    ['nine men’s morris', 'nine_mens_morris'],
    ['9 mens morris', 'nine_mens_morris'],
    ['connect 4', 'connect_four'],
    ['connct four', 'connect_four'],
    ['pentaminoes', 'pentominoes'],
    ['carcassone', 'carcassonne'],
    ['carcasonne', 'carcassonne'],
    ['draughts', 'checkers'],
    ['chees', 'chess'],
    ['2048', 'twenty_forty_eight'],
  ])('%s finds %s first', (typed, name) => expect(names(typed)[0]).toBe(name));
  it('finds parts, everything for nothing, and nothing for nonsense', () => {
    expect(names('draughts')).toEqual(['checkers', 'international_draughts']);
    expect(names('  ')).toHaveLength(games.length);
    expect(names('xyzzy')).toEqual([]);
  });
  it('counts slips', () => {
    expect(distance('chess', 'chess')).toBe(0);
    expect(distance('chess', 'chees')).toBe(1);
    expect(distance('hcess', 'chess')).toBe(1);
    expect(distance('', 'go')).toBe(2);
    expect(plain("Nine Men's Morris")).toBe('ninemensmorris');
  });
});

describe('links', () => {
  it('keep the position and a parameter of that name apart', () => {
    const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const query = new URLSearchParams(positionHash('chess', fen, { position: '518' }).split('?')[1]);
    expect(query.get('position')).toBe(fen);
    expect(settingsIn(query, { position: {} })).toEqual({ position: '518' });
    expect(settingsIn(new URLSearchParams({ game: 'chess', position: fen }), { position: {} })).toEqual({});
  });
  it('take settings without a prefix where nothing else can be meant', () => {
    expect(settingsIn(new URLSearchParams('game=go&size=9&no=1'), { size: {} })).toEqual({ size: '9' });
  });
});

describe('moves', () => {
  it.each([
    ['Nxe5+', 'knight takes e5, check'],
    ['e4', 'e4'],
    ['exd5', 'e takes d5'],
    ['e8=Q#', 'e8, becomes a queen, checkmate'],
    ['O-O', 'castles'],
    ['O-O-O+', 'castles long'],
    ['Rad1', 'rook ad1'],
  ])('%s is read as %s', (move, said) => expect(spoken(move, true)).toBe(said));
  it('are read as they stand where letters are no pieces', () => {
    expect(spoken('B3', false)).toBe('B3');
    expect(spoken('11x18', false)).toBe('11 takes 18');
  });
  it('lists names', () => {
    expect(listed(['1'])).toBe('1');
    expect(listed(['1', '2', '3'])).toBe('1, 2 and 3');
  });
});
