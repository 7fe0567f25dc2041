import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { remembered } from './remembered.ts'

export const validatorOf: (schema: TSchema) => Validator = remembered((schema: TSchema) => Compile(schema))
