/**
 * The script in a sealed file. It opens what `sealCopy` of crypto/ has sealed. The file must open without us, so the
 * script brings all that it needs. docs/crypto.md describes the format.
 */
export const UNSEAL_SCRIPT = `
(() => {
  'use strict';
  const COPY = 'saved-copy-v1';
  const form = document.querySelector('form');
  const message = document.querySelector('[role=alert]');
  const button = form.querySelector('button');
  const bytes = (text) => new TextEncoder().encode(text);
  const fromBase64 = (text) => {
    const binary = atob(text);
    const all = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) all[i] = binary.charCodeAt(i);
    return all;
  };
  const checksumFits = async (kind, all) => {
    const hashed = new Uint8Array([...bytes(kind), ...all.subarray(0, 16)]);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', hashed));
    return hash[0] === all[16] && hash[1] === all[17];
  };
  const readCode = async (typed) => {
    const digits = typed.replace(/[\\s\\u00ad\\p{Dash}]/gu, '').replace(/o/gi, '0').replace(/[il]/gi, '1');
    // A later version printed this sheet.
    if (/^[0-9]+\\./.test(digits)) throw 'wrong';
    // The six words of the sheet: so many letters that no code has are no slip.
    if (/([g-zäöüß].*){4}/i.test(digits)) throw 'words';
    if (!/^[0-9a-f]{36}$/i.test(digits)) throw 'mistyped';
    const all = Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
    if (await checksumFits('kit-code-v1', all)) return all.slice(0, 16);
    throw (await checksumFits('recovery-code-v1', all)) ? 'otherSheet' : 'mistyped';
  };
  const unseal = async (code) => {
    const sealed = JSON.parse(document.querySelector('template').content.textContent);
    const base = await crypto.subtle.importKey('raw', code, 'HKDF', false, ['deriveKey']);
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: fromBase64(sealed.salt), info: bytes(COPY) };
    const key = await crypto.subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
    const aes = { name: 'AES-GCM', iv: fromBase64(sealed.iv), additionalData: bytes(COPY) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(aes, key, fromBase64(sealed.data)));
  };
  const show = (html) => {
    const opened = new DOMParser().parseFromString(html, 'text/html').querySelector('main');
    document.querySelector('main').replaceWith(opened);
    const heading = opened.querySelector('h1');
    document.title = heading.textContent;
    heading.tabIndex = -1;
    heading.focus();
  };
  if (!globalThis.crypto || !crypto.subtle) {
    message.textContent = form.dataset.unsupported;
    return;
  }
  message.textContent = '';
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    message.textContent = '';
    button.disabled = true;
    button.textContent = form.dataset.opening;
    try {
      const code = await readCode(form.elements.code.value);
      show(await unseal(code).catch(() => { throw 'wrong'; }));
    } catch (why) {
      message.textContent = form.dataset[why] || form.dataset.wrong;
      form.elements.code.focus();
    } finally {
      button.disabled = false;
      button.textContent = form.dataset.open;
    }
  });
})();
`;
