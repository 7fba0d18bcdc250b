// Stands for cosmiconfig in the bundle: graphile-worker searches the working folder and all folders above it for settings
// when it is loaded. The service hands in all of them, so that no stray file changes it, and no start pays for the search.
export const cosmiconfigSync = () => ({ search: () => null });
