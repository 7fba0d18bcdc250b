import { unpackChromium } from './chromium.ts';

/** Once for the run, so that workers that start their browsers at the same time do not all unpack it. */
export default unpackChromium;
