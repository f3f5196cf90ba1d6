/** The file that a successor keeps: whole, harmless and sealed. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printCode } from '../../crypto/codes.ts';
import { type Content, openCopy } from '../../crypto/index.ts';
import { escapeHtml } from '../../web/vault/export/html.ts';
import { savedPage, sealedPage } from '../../web/vault/export/saved-page.ts';
import { anyContent, aText } from './contents.ts';
import { WORDS } from './saved-words.ts';

const tagsOf = (html: string) => html.match(/<\/?[a-z][^>]*>/gi)?.map((tag) => tag.match(/^<\/?\w+/)?.[0]);
const code = () => printCode('kit-code-v1', crypto.getRandomValues(new Uint8Array(16)));

/** The same entry in letters that mean nothing to HTML. */
const harmless = (content: Content): Content => {
  const plain = (text: string) => text.replace(/[&<>"'\r]/g, 'x');
  return {
    ...content,
    title: plain(content.title),
    category: plain(content.category),
    tags: content.tags.map(plain),
    fields: Object.fromEntries(
      Object.entries(content.fields).map(([name, value]) => [plain(name), plain(value)]),
    ),
    hidden: Object.keys(content.fields)
      .filter((name) => content.hidden?.includes(name))
      .map(plain),
  };
};

describe('a saved file', () => {
  test('names a letter’s addressee above its words, and not below the signature', async () => {
    const note = aText('letter', 'For Lena', 'Dear Lena, your Ada');
    const html = await savedPage([{ ...note, fields: { ...note.fields, to: 'Lena' } }], WORDS);
    expect(html).toContain(
      '<h3>For Lena</h3><p>Lena</p><div class="text">Dear Lena, your Ada</div><p class="print">',
    );
  });

  const hostile = fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', ' ', '<script>', '</main>', '<!--', ']]>', '\r'),
  });
  const entry = anyContent.chain((content) =>
    fc
      .record({ title: hostile, category: hostile, tags: fc.array(hostile), value: hostile, name: hostile })
      .map(
        ({ value, name, ...more }): Content => ({
          ...content,
          ...more,
          kind: content.kind === 'file' ? 'note' : content.kind,
          fields: { [`_${name}`]: value },
        }),
      ),
  );

  test('has no more elements than its entries need, whatever people write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async (contents) => {
        const bySize = (all: Content[]) => all.map((each) => ({ ...each, title: '' }));
        const html = await savedPage(bySize(contents), WORDS);
        expect(tagsOf(html)).toEqual(tagsOf(await savedPage(bySize(contents.map(harmless)), WORDS)));
        const titled = await savedPage(contents, WORDS);
        for (const { title, category, tags, fields } of contents) {
          for (const text of [title, category, ...tags, ...Object.values(fields)]) {
            expect(titled).toContain(escapeHtml(text));
          }
        }
      }),
    );
  });

  test('shows a secret only when asked, and on paper', async () => {
    const fields = { cardholder: 'Ada', number: '4111', Lock: '1842', 'pin (2)': '99' };
    const card: Content = { ...aText('note', 'Visa', ''), kind: 'card', fields, hidden: ['Lock'] };
    const html = await savedPage([card], WORDS);
    expect(html.match(/<details><summary>Show<\/summary><div>[^<]*/g)).toHaveLength(3);
    expect(html).toContain('<dd>Ada</dd>');
    expect(html).toContain('::details-content { content-visibility: visible; }');
  });

  test('links only to the web', async () => {
    const fields = { a: 'javascript:alert(1)', b: 'data:text/html,x', c: 'https://example.com/?a="b' };
    const html = await savedPage([{ ...aText('note', 'Links', ''), fields }], WORDS);
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://example.com/?a=&quot;b"']);
  });

  test('holds files as bytes without a type, under a name that hides nothing', async () => {
    const file = (name: string, data: string): Content => ({
      ...aText('note', 'A file', ''),
      kind: 'file',
      fields: { name, data },
    });
    const html = await savedPage([file('../a\u202Egpj.html', btoa('<b>'))], WORDS);
    expect(html).toContain('href="data:application/octet-stream;base64,PGI+" download="__a_gpj.html"');
    expect(html).toContain('3 bytes');
    expect(await savedPage([file('a', '"><script>')], WORDS)).toContain('a: damaged');
  });

  test('runs no script and loads nothing', async () => {
    const html = await savedPage([aText('letter', 'Dear Bob', 'x')], WORDS);
    expect(html).not.toContain('<script');
    expect(html).toMatch(
      /content="default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'"/,
    );
  });

  test('shows nothing of what is in it while it is sealed, and the code of the kit opens it', async () => {
    const [right, other] = [await code(), await code()];
    const html = await sealedPage([aText('letter', 'Dear Bob', 'Look under the third pot')], right, WORDS);
    for (const secret of ['Dear Bob', 'third pot', WORDS.title, right]) expect(html).not.toContain(secret);
    const sealed = JSON.parse(html.match(/<template>(.*)<\/template>/)![1]!);
    expect(await openCopy(right, sealed)).toContain('Look under the third pot');
    await expect(openCopy(other, sealed)).rejects.toMatchObject({ code: 'wrong_kit' });
    await expect(openCopy(right, { ...sealed, version: 2 })).rejects.toMatchObject({
      code: 'format_unknown',
    });
    await expect(openCopy(right, { ...sealed, salt: '?' })).rejects.toMatchObject({ code: 'wrong_kit' });
    await expect(openCopy(`${right}0`, sealed)).rejects.toMatchObject({ code: 'code_mistyped' });
  });
});
