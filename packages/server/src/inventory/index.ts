/** How many of what is where, and the ledger that proves it. The only folder that locks or changes stock. */
export { inventoryChecks } from './checks.ts'
export { type HeldLevel, holdLevels, type Movement, moving, readLevels, stockedVariants } from './claims.ts'
export { inventoryHandlers } from './handlers.ts'
export {
  type Cause,
  changeLevels,
  changeStanding,
  homes,
  type LevelChange,
  type Levels,
  levelKey,
  levelsOf,
  listLevels,
  parseLevels,
  refuse as refuseChange,
  releaseLocation,
  removeLevels,
  type StandingChange,
  startLevels,
  totalOf,
  unknownLocation,
} from './levels.ts'
export { type Moved, movementsSince, variantNotFound } from './movements.ts'
