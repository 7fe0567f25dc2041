/** How many of what is where, and the ledger that proves it. The only folder that locks or changes stock. */
export { inventoryChecks } from './checks.ts'
export { type HeldLevel, holdLevels, type Movement, moving, readLevels } from './claims.ts'
export { inventoryHandlers } from './handlers.ts'
export {
  type Cause,
  changeLevels,
  changeStanding,
  type LevelChange,
  levelKey,
  refuse as refuseChange,
  releaseLocation,
  removeLevels,
  type StandingChange,
  startLevels,
  unknownLocation,
} from './levels.ts'
export { type Moved, movementsSince, variantNotFound } from './movements.ts'
export { homes, type Levels, levelsOf, listLevels, parseLevels, stockedVariants, totalOf } from './read.ts'
