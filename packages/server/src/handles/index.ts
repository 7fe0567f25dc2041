/**
 * Handles: how products and categories are called in addresses (D33). They are unique among the things of one kind
 * in a store, per language, by the key of a table that both share; what they look like is `slug`.
 */
export { handlesCheck } from './checks.ts'
export {
  claimFirstHandles,
  claimHandles,
  handleAfter,
  handleFrom,
  ownersOf,
  releaseHandles,
  type WantedHandle,
} from './handles.ts'
export { slug } from './slug.ts'
