/** What a browser shows where the service runs from its source and nobody built the console. */
export const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Doorway: the console is not built</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem;color-scheme:light dark}code{font-size:1.1em}</style>
<h1>The console is not built</h1>
<p>The service runs, but the files of its web console are missing. Run <code>npm run build</code> in the folder of the source and start the service again.</p>
<p>Partners are not affected: their interface is served as usual.</p>
</html>
`;
