/**
 * Vitest loads this file before each test file, so the hook below is there however a file came to open something; an
 * `afterAll` inside a `beforeAll` would never run.
 */
import { afterAll } from 'vitest'
import { endAll } from './ending.ts'

afterAll(endAll)
