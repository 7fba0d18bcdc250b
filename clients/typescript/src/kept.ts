interface KeptAnswer {
  etag: string;
  text: string;
}

/** The last answers that have an ETag, so that the service need not send them again. */
export class KeptAnswers {
  readonly #maxCharacters: number;
  readonly #answers = new Map<string, KeptAnswer>();
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get(url: string): KeptAnswer | undefined {
    return this.#answers.get(url);
  }

  keep(url: string, etag: string, text: string): void {
    this.#remove(url);
    if (text.length > this.#maxCharacters) return;
    this.#answers.set(url, { etag, text });
    this.#characters += text.length;
    // The oldest is at the beginning of the map.
    for (const oldest of this.#answers.keys()) {
      if (this.#characters <= this.#maxCharacters) return;
      this.#remove(oldest);
    }
  }

  #remove(url: string): void {
    this.#characters -= this.#answers.get(url)?.text.length ?? 0;
    this.#answers.delete(url);
  }
}
