// The reference folds long bodies, nested fields and all answers, and has no setting for it. This opens fields and
// successful answers once, as they appear; one that the reader closes stays closed.
const folded = 'button:is(.schema-card-title, .parameter-item-trigger)[aria-expanded="false"]';
const deepest = 5;
const seen = new WeakSet();

function unfold() {
  for (const button of document.querySelectorAll(folded)) {
    if (seen.has(button)) continue;
    seen.add(button);
    const isError = button.matches('.parameter-item-trigger') && !/^\s*2\d\d/.test(button.textContent);
    if (!isError && depthOf(button) <= deepest) button.click();
  }
}

function depthOf(button) {
  let depth = 0;
  for (let card = button.closest('.schema-card'); card !== null; card = card.parentElement.closest('.schema-card'))
    depth += 1;
  return depth;
}

new MutationObserver(unfold).observe(document.body, { childList: true, subtree: true });
