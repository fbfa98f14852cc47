/**
 * A tile of land from its description, such as `land city-n road-es monastery shield`: the sides of each city and road,
 * north, east, south and west. Coordinates are those of a piece: a cell of one unit round (0, 0), y downwards.
 */
export interface Land {
  cities: string[]; // paths
  roads: string[];
  village: boolean; // roads end in the middle
  monastery: boolean;
  shield: { x: number; y: number } | null;
}

type Point = [number, number];
const WAYS: Point[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
const CORNERS: Point[] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
const PULL = [0, 0.2, 0, -0.1, 0]; // how far a wall bends towards the sides that it leaves out, by their number

export function landOf(kind: string): Land {
  const groups = (what: string) =>
    kind
      .split(' ')
      .filter((word) => word.startsWith(`${what}-`))
      .map((word) => [...word.slice(what.length + 1)].map((side) => 'nesw'.indexOf(side)));
  const [cities, roads] = [groups('city'), groups('road')];
  const first = cities[0];
  return {
    cities: cities.map(cityPath),
    roads: roads.map(roadPath),
    village: roads.filter((sides) => sides.length === 1).length > 1,
    monastery: kind.includes(' monastery'),
    shield: kind.includes(' shield') && first ? at(sum(first.slice(0, 1)), 0.3) : null,
  };
}

function sum(sides: number[]): Point {
  return sides.reduce<Point>(([x, y], side) => [x + (WAYS[side]?.[0] ?? 0), y + (WAYS[side]?.[1] ?? 0)], [0, 0]);
}

function at([x, y]: Point, far: number): { x: number; y: number } {
  return { x: x * far, y: y * far };
}

/** Along the sides of a city, and with one curve past each run of sides that are not its own. */
function cityPath(sides: number[]): string {
  const start = sides.find((side) => !sides.includes((side + 3) % 4)) ?? 0;
  let path = `M${CORNERS[start]?.join(' ')}`;
  for (let turn = 0; turn < 4;) {
    const past: number[] = [];
    while (turn < 4 && !sides.includes((start + turn) % 4)) past.push((start + turn++) % 4);
    const bend = at(sum(past), PULL[past.length] ?? 0);
    if (past.length) path += `Q${bend.x} ${bend.y} ${CORNERS[(start + turn) % 4]?.join(' ')}`;
    else path += `L${CORNERS[(start + ++turn) % 4]?.join(' ')}`;
  }
  return `${path}Z`;
}

function roadPath(sides: number[]): string {
  const [one, two] = sides.map((side) => at(WAYS[side] ?? [0, 0], 0.5));
  if (!one) return '';
  return two ? `M${one.x} ${one.y}Q0 0 ${two.x} ${two.y}` : `M${one.x} ${one.y}L0 0`;
}
