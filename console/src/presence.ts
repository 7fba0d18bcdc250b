/** A person who has touched nothing for this long is not there; a list that refreshes itself does not count. */
const absentAfterMs = 5 * 60_000;

let lastTouched = Date.now();
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const)
  window.addEventListener(
    kind,
    () => {
      lastTouched = Date.now();
    },
    { capture: true, passive: true },
  );

/** Whether nobody is at the console: then a request does not keep the session from ending. */
export const nobodyIsThere = () => Date.now() - lastTouched > absentAfterMs;
