import { unpackChromium } from './chromium.ts';

/** Once per run, so that workers do not all unpack it at the same time. */
export default unpackChromium;
