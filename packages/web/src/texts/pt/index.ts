import type { Texts } from '../en/index.ts'
import { locations } from './locations.ts'
import { products } from './products.ts'
import { shell } from './shell.ts'
import { start } from './start.ts'

export const pt: Texts = { ...start, ...shell, ...locations, ...products }
