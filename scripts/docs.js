// Makes the pages beside the reference out of what is written in Markdown, so that serving them needs no library and no script.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, Renderer } from 'marked';
import { root } from './tools.js';

/** What is served below /docs, in the order in which it is listed there. */
const pages = [
  { name: 'guide', file: 'docs/partner-guide.md', title: 'Partner guide' },
  { name: 'webhooks', file: 'docs/webhooks.md', title: 'Webhooks' },
  { name: 'clients', file: 'docs/clients.md', title: 'Clients' },
  { name: 'changes', file: 'CHANGELOG.md', title: 'Change log' },
].filter(({ file }) => existsSync(`${root}${file}`));

const folder = `${root}server/dist/docs`;

/** Leads from each page to every other. */
function navigationOf(current) {
  const links = [{ name: '', title: 'Reference' }, ...pages].map(
    ({ name, title }) => `<a href="./${name}"${name === current ? ' aria-current="page"' : ''}>${title}</a>`,
  );
  return `<nav class="doorway-pages" aria-label="Documentation"><strong>Doorway</strong>${links.join('')}</nav>`;
}

function pageOf({ name, file, title }) {
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
</head>
<body>
${navigationOf(name)}
<div class="page">
<nav class="contents" aria-label="On this page"><ul>${contents}</ul></nav>
<main>
${body}</main>
</div>
</body>
</html>
`;
}

/** Collects the sections that the page's contents list. */
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
      // A file that is not served here is named, and leads nowhere.
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(file, href);
        return target === undefined ? text : `<a href="${escaped(target)}">${text}</a>`;
      },
      // What is too wide for a phone scrolls, by keyboard too.
      table(token) {
        plain.parser = this.parser;
        return `<div class="wide" tabindex="0">${plain.table(token)}</div>\n`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}\n</code></pre>\n`,
      html: ({ text }) => escaped(text),
    },
  });
}

/** As GitHub makes them, so that links to sections lead to the same place there and here. */
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

mkdirSync(folder, { recursive: true });
for (const page of pages) writeFileSync(`${folder}/${page.name}.html`, pageOf(page));
// What the reference, which has a page of its own, is given.
writeFileSync(`${folder}/navigation.html`, navigationOf(''));
for (const name of ['navigation.css', 'pages.css', 'unfold.js'])
  copyFileSync(`${root}scripts/docs/${name}`, `${folder}/${name}`);
