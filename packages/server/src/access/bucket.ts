/** The leaky bucket (D13) as arithmetic: each request adds one, and it drains at a steady rate. */
export interface Limits {
  burst: number
  perSecond: number
}

export interface Standing {
  limit: number
  remaining: number
  /** Milliseconds until the bucket is empty. */
  reset: number
}

export const drained = (level: number, perSecond: number, milliseconds: number): number =>
  Math.max(0, level - (perSecond * Math.max(0, milliseconds)) / 1000)

export function standing(level: number, { burst, perSecond }: Limits): Standing {
  return {
    limit: burst,
    remaining: Math.max(0, Math.floor(burst - level)),
    reset: Math.ceil((level / perSecond) * 1000),
  }
}

/** Whole seconds until one more request fits. */
export const retryAfter = (level: number, { burst, perSecond }: Limits): number =>
  Math.max(1, Math.ceil((level + 1 - burst) / perSecond))

/**
 * How many places a process takes from the shared bucket at once: many while it is empty, one by one when it is
 * nearly full, so that several processes together admit what one would.
 */
export const leaseSize = (level: number, { burst }: Limits): number =>
  Math.min(50, Math.max(1, Math.floor((burst - level) / 8)))
