/**
 * Hands out an `Idempotency-Key`, the same as long as the same is sent: what is sent again because its answer was lost
 * is not done twice.
 */
export function keyring(): (input: unknown) => string {
  let last = { text: '', key: '' }
  return input => {
    const text = JSON.stringify(input)
    if (text !== last.text) last = { text, key: randomKey() }
    return last.key
  }
}

/** `crypto.randomUUID` is missing where the address is plain http. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
