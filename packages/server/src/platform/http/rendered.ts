/** An answer that exists as JSON text already: kept so in the database, sent as it is, never parsed on the way. */
export class Rendered {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/** An answer that was given before to a request with the same Idempotency-Key. */
export class Replayed extends Rendered {
  readonly status: number
  constructor(status: number, json: string) {
    super(json)
    this.status = status
  }
}

export const textOf = (answer: unknown): string => (answer instanceof Rendered ? answer.json : JSON.stringify(answer))

/** For the few who look inside: `fields`, and the checks of tests. */
export const parsed = (answer: unknown): unknown => (answer instanceof Rendered ? JSON.parse(answer.json) : answer)
