import { expect, it } from 'vitest';
import { isIssuer } from './issuer.ts';

it.each([
  'https://login.example.com',
  'https://login.example.com/realms/acme/',
  'http://127.0.0.1:5556/dex',
  'http://localhost:1',
])('%s can be an issuer', (text) => expect(isIssuer(text)).toBe(true));

it.each([
  'http://login.example.com',
  'http://127.0.0.1.example.com',
  'https://user@login.example.com',
  'https://login.example.com/?',
  'https://login.example.com/#x',
  'ftp://127.0.0.1',
  'login.example.com',
  '',
])('"%s" cannot be an issuer', (text) => expect(isIssuer(text)).toBe(false));
