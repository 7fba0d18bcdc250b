import { readJson } from './tools.js';

/**
 * The part of package-lock.json that some workspaces need, as if nothing else were installed. The first workspace gives
 * it name and version.
 */
export function lockOf(...workspaces) {
  const { packages } = readJson('package-lock.json');
  const [main] = workspaces.map((workspace) => packages[workspace]);
  const dependencies = Object.assign(
    {},
    ...workspaces.map((workspace) => ({ ...packages[workspace].devDependencies, ...packages[workspace].dependencies })),
  );
  const kept = new Map();
  const waiting = workspaces.map((workspace) => ({ place: workspace, names: needsOf(packages[workspace], true) }));
  for (const { place, names } of waiting)
    for (const name of names) {
      const at = placeOf(packages, place, name);
      // Optional packages and those for other platforms may be missing.
      if (at === undefined) continue;
      const next = workspaces.reduce((path, workspace) => path.replace(new RegExp(`^${workspace}/`), ''), at);
      if (kept.get(next) === packages[at]) continue;
      if (kept.has(next))
        throw new Error(`Two versions of ${next} are needed at one place. Give them the same version in package.json.`);
      kept.set(next, packages[at]);
      waiting.push({ place: at, names: needsOf(packages[at], false) });
    }
  const { name, version, license, bin, engines } = main;
  const entries = [...kept].map(([place, { dev: _dev, devOptional: _both, ...entry }]) => [place, entry]);
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name, version, license, dependencies, bin, engines },
      ...Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** The dependencies of a package; for a workspace also its development dependencies. */
function needsOf(
  { dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta },
  isWorkspace,
) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return Object.keys({ ...dependencies, ...optionalDependencies, ...(isWorkspace && devDependencies) }).concat(peers);
}

/** The place where Node finds a dependency: in the package's own node_modules or in those above it. */
function placeOf(packages, from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const at = `${place}${place === '' ? '' : '/'}node_modules/${name}`;
    if (at in packages) return at;
    if (place === '') return undefined;
  }
}
