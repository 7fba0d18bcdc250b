// Makes HTML pages from the Markdown docs, so that serving them needs no library and no script.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, Renderer } from 'marked';
import { root } from './tools.js';

/** The pages below /docs, in the order of their navigation. */
const pages = [
  { name: 'guide', file: 'docs/partner-guide.md', title: 'Partner guide' },
  { name: 'go-live', file: 'docs/go-live.md', title: 'Go live in an hour' },
  { name: 'webhooks', file: 'docs/webhooks.md', title: 'Webhooks' },
  { name: 'reconciling', file: 'docs/reconciling.md', title: 'Reconciling' },
  { name: 'receipts', file: 'docs/receipts.md', title: 'Receipts' },
  { name: 'clients', file: 'docs/clients.md', title: 'Clients' },
  { name: 'versions', file: 'docs/versions.md', title: 'Versions' },
  { name: 'changes', file: 'CHANGELOG.md', title: 'Change log' },
].filter(({ file }) => existsSync(`${root}${file}`));

/** Served beside the console, also if the pages below /docs are not. */
const operatorGuide = { name: 'operators', file: 'docs/operator-guide.md', title: 'Operator guide' };

const folder = `${root}server/dist/docs`;
const guideFolder = `${root}server/dist/guide`;

function navigationOf(current) {
  const links = [{ name: '', title: 'Reference' }, ...pages].map(
    ({ name, title }) => `<a href="./${name}"${name === current ? ' aria-current="page"' : ''}>${title}</a>`,
  );
  return `<nav class="doorway-pages" aria-label="Documentation"><strong>Doorway</strong>${links.join('')}</nav>`;
}

function pageOf({ name, file, title }, navigation = navigationOf(name)) {
  const sections = [];
  const body = rendererFor(file, sections).parse(readFileSync(`${root}${file}`, 'utf8'), { async: false });
  const contents = sections.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Doorway</title>
<link rel="stylesheet" href="./navigation.css">
<link rel="stylesheet" href="./pages.css">
${pages.some((page) => page.name === name) ? '<link rel="alternate" type="application/atom+xml" title="Doorway change log" href="./changes.atom">' : ''}
</head>
<body>
${navigation}
<div class="page">
<nav class="contents" aria-label="On this page"><ul>${contents}</ul></nav>
<main>
${body}</main>
</div>
</body>
</html>
`;
}

/** Collects the sections for the table of contents. */
function rendererFor(file, sections) {
  const plain = new Renderer();
  const ids = new Set();
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const id = idFor(text, ids);
        if (depth === 2) sections.push({ id, text });
        return `<h${depth} id="${id}">${text}${depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`}</h${depth}>\n`;
      },
      // A link to a file that is not served becomes plain text.
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(file, href);
        return target === undefined ? text : `<a href="${escaped(target)}">${text}</a>`;
      },
      // Wide tables scroll on a phone, also by keyboard.
      table(token) {
        plain.parser = this.parser;
        return `<div class="wide" tabindex="0">${plain.table(token)}</div>\n`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}\n</code></pre>\n`,
      html: ({ text }) => (/^<\/?kbd>$/.test(text) ? text : text.startsWith('<img ') ? '' : escaped(text)),
      image: () => '',
    },
  });
}

/** The same ids as GitHub's, so that links to sections work in both places. */
function idFor(html, taken) {
  const plain = html
    .replace(/<[^>]*>|&#?\w+;/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
  let id = plain;
  for (let n = 1; taken.has(id); n++) id = `${plain}-${n}`;
  taken.add(id);
  return id;
}

function targetOf(file, href) {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [path, section] = href.split('#', 2);
  const page = pages.find((known) => known.file === posix.join(posix.dirname(file), path));
  return page && `./${page.name}${section === undefined ? '' : `#${section}`}`;
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The change log as an Atom feed (RFC 4287): one entry for each version. */
function feedOf(file) {
  const [, ...versions] = readFileSync(`${root}${file}`, 'utf8').split(/^## /m);
  const ids = new Set();
  const entries = versions.flatMap((section) => {
    const [heading, ...lines] = section.split('\n');
    const [, version, day] = /^(\S+) \((\d{4}-\d{2}-\d{2})\)$/.exec(heading) ?? [];
    if (version === undefined) return [];
    const html = rendererFor(file, []).parse(lines.join('\n'), { async: false });
    const updated = `${day}T00:00:00Z`;
    const text = `<entry>
<id>urn:doorway:changes:${version}</id>
<title>Doorway ${version}</title>
<updated>${updated}</updated>
<link rel="alternate" type="text/html" href="./changes#${idFor(heading, ids)}"/>
<content type="html">${escaped(html)}</content>
</entry>
`;
    return [{ updated, text }];
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:doorway:changes</id>
<title>Doorway change log</title>
<updated>${entries[0]?.updated ?? '1970-01-01T00:00:00Z'}</updated>
<author><name>Doorway</name></author>
<link rel="self" type="application/atom+xml" href="./changes.atom"/>
<link rel="alternate" type="text/html" href="./changes"/>
${entries.map(({ text }) => text).join('')}</feed>
`;
}

mkdirSync(folder, { recursive: true });
if (existsSync(`${root}CHANGELOG.md`)) writeFileSync(`${folder}/changes.atom`, feedOf('CHANGELOG.md'));
for (const page of pages) writeFileSync(`${folder}/${page.name}.html`, pageOf(page));
// For the reference, which is a page of its own.
writeFileSync(`${folder}/navigation.html`, navigationOf(''));
for (const name of ['navigation.css', 'pages.css', 'unfold.js'])
  copyFileSync(`${root}scripts/docs/${name}`, `${folder}/${name}`);

mkdirSync(guideFolder, { recursive: true });
const toConsole =
  '<nav class="doorway-pages" aria-label="Documentation"><strong>Doorway</strong><a href="../">Console</a></nav>';
writeFileSync(`${guideFolder}/${operatorGuide.name}.html`, pageOf(operatorGuide, toConsole));
for (const name of ['navigation.css', 'pages.css'])
  copyFileSync(`${root}scripts/docs/${name}`, `${guideFolder}/${name}`);
