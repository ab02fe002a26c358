/** The routes that match a path. */
export interface Found<Route> {
  /** Usually one route. The list is longer if several operations share a method and a path. */
  readonly routes: readonly Route[];
  /** The decoded path parameters, in order. */
  readonly values: readonly string[];
}

export interface Router<Route> {
  /** Adds a route at a path template, after the existing routes. */
  add(method: string, path: string, route: Route): void;
  /** Adds a route for all paths that start with the template and match no other route. The rest of the path becomes the last parameter. */
  addTail(method: string, path: string, route: Route): void;
  find(method: string, path: string): Found<Route> | undefined;
  methodsAt(path: string): string[];
}

interface Place<Route> {
  readonly literals: Map<string, Place<Route>>;
  parameter?: Place<Route>;
  readonly routes: Map<string, Route[]>;
  readonly tails: Map<string, Route[]>;
}

/**
 * Matches paths segment by segment. A literal segment takes precedence over a parameter. Percent-encoded characters match too
 * (RFC 3986, 6.2.2.2).
 */
export const createRouter = <Route>(): Router<Route> => {
  const create = (): Place<Route> => ({ literals: new Map(), routes: new Map(), tails: new Map() });
  const root = create();

  const step = (place: Place<Route>, part: string): Place<Route> => {
    if (part.startsWith('{')) return (place.parameter ??= create());
    let next = place.literals.get(part);
    if (!next) place.literals.set(part, (next = create()));
    return next;
  };

  const walk = (
    place: Place<Route>,
    method: string,
    parts: readonly string[],
    index: number,
    raw: readonly string[],
  ): Found<Route> | undefined => {
    const part = parts[index];
    if (part === undefined) {
      const routes = place.routes.get(method);
      const values = routes && decoded(raw);
      return values && { routes, values };
    }
    const literal = place.literals.get(part.includes('%') ? (decoded([part])?.[0] ?? part) : part);
    const found = literal && walk(literal, method, parts, index + 1, raw);
    if (found || !place.parameter || part === '') return found;
    return (
      walk(place.parameter, method, parts, index + 1, [...raw, part]) ??
      tailOf(place.parameter, method, [...raw, parts.slice(index).join('/')])
    );
  };

  const tailOf = ({ tails }: Place<Route>, method: string, raw: readonly string[]): Found<Route> | undefined => {
    const routes = tails.get(method);
    const values = routes && decoded(raw);
    return values && { routes, values };
  };

  const methods = new Set<string>();
  const find: Router<Route>['find'] = (method, path) => walk(root, method, path.slice(1).split('/'), 0, []);
  return {
    add(method, path, route) {
      methods.add(method);
      const { routes } = path.slice(1).split('/').reduce(step, root);
      routes.set(method, [...(routes.get(method) ?? []), route]);
    },
    addTail(method, path, route) {
      path.slice(1).split('/').reduce(step, root).tails.set(method, [route]);
    },
    find,
    methodsAt: (path) => [...methods].filter((method) => find(method, path)),
  };
};

const decoded = (raw: readonly string[]): string[] | undefined => {
  try {
    return raw.map(decodeURIComponent);
  } catch {
    return undefined;
  }
};
