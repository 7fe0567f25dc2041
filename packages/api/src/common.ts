import Type, { type Static, type TSchema } from 'typebox'

/** A text per language, as it is answered. */
export const Localized = Type.Record(Type.String(), Type.String())
export type Localized = Static<typeof Localized>

const Language = '^[A-Za-z]{2}([_-][A-Za-z]{2,4})?$'

/** As many languages as a text may have: a store speaks three. */
export const maxLanguages = 50

/** A text per language as it may be sent: one text for all languages, or an object. */
export const LocalizedInput = (maxLength: number) =>
  Type.Union([
    Type.String({ maxLength }),
    Type.Record(Type.String({ pattern: Language }), Type.Union([Type.String({ maxLength }), Type.Null()]), {
      additionalProperties: false,
      maxProperties: maxLanguages,
    }),
  ])
export type LocalizedInput = string | Record<string, string | null>

/** Of a text that must have something to read. */
export const notBlank = '\\S'

/** What people call something. */
export const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: notBlank })

/** `2026-07-11T01:29:50+0000` (D10). */
export const DateTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\+0000$' })

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** As it may be sent: left out, or cleared. */
export const MaybeOf = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** Every name with the same schema. */
export const each = <const N extends string, S extends TSchema>(names: readonly N[], schema: S) =>
  // What `fromEntries` does not say in its type: a spread of it would leave the names out.
  Object.fromEntries(names.map(name => [name, schema])) as Record<N, S>

/** No longer than this when it is written as JSON. */
export const Within = <T extends TSchema>(maxLength: number, schema: T) =>
  Type.Refine(
    schema,
    value => JSON.stringify(value).length <= maxLength,
    () => `is too long (maximum is ${maxLength} characters of JSON)`,
  )

/** As much as is kept of what has no fixed form, some of it with each shipment of an order. */
export const maxOpen = 16_384

const AnyObject = Type.Record(Type.String(), Type.Unknown())

export const OpenObject = Within(maxOpen, AnyObject)

/** What clients keep of their own. */
export const Extra = Within(65_536, AnyObject)

export const MaybeText = Nullable(Type.String())

/** A short text: names, codes, lines of an address. */
export const Text = (maxLength = 255) => Type.String({ maxLength })

/** A text that is looked for in a query. Nothing is called by an empty one: left empty, it is not asked for (contract 2.4). */
export const Sought = (maxLength = 255) => Type.Optional(Type.String({ minLength: 1, maxLength }))

export const Maybe = (maxLength?: number) => MaybeOf(Text(maxLength))

/** Codes, phones, postcodes, tax ids, numbers of houses: texts, of which clients keep some as numbers. Their digits are meant. */
export const Code = Type.String({ maxLength: 255, format: 'code' })

export const MaybeCode = MaybeOf(Code)

/** A text that may come as a number, if it is one that JSON carries exactly; it is kept as text. */
export const TextOrNumber = (maxLength: number) =>
  Type.Union([Text(maxLength), Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })])

/** Numbers come as numbers or as text; what the text says is checked with the contract's own sentences. */
export const Amount = Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 40 }), Type.Null()]))

/** Yes, no, or as it would be without it. */
export const MaybeBoolean = MaybeOf(Type.Boolean())

/** The lines that every address may be sent with. */
export const addressInput = {
  address: Maybe(),
  number: MaybeCode,
  floor: MaybeCode,
  locality: Maybe(),
  city: Maybe(),
  province: Maybe(),
  zipcode: MaybeCode,
}

/** How to find an address: a landmark, the streets beside it. */
export const maxDirections = 1000

/** A first and a last name, each a short text, and the space between them. */
export const maxFullName = 511

/** `"10.50"` */
export const OrderMoney = Type.String({ pattern: '^-?\\d+\\.\\d{2}$' })

/** The largest id that JSON can carry exactly. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const Ulid = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}$' })

export const Uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

/** In a query: one, or several with commas between them. */
export const Several = <T extends TSchema>(item: T, maxItems = 100) => Type.Optional(Type.Array(item, { maxItems }))

/** An id that is looked for, or said for none: 0 is nobody's. */
export const SoughtId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Every GET takes it: a comma list of top-level fields to answer. */
export const Fields = Type.Object({ fields: Type.Optional(Type.String({ maxLength: 2000 })) })

export const maxPerPage = 200

const paging = (standard: number) =>
  Type.Object({
    page: Type.Integer({ minimum: 1, default: 1 }),
    per_page: Type.Integer({ minimum: 1, default: standard }),
    ...Fields.properties,
  })

/** Every list takes these (D5); a larger `per_page` counts as 200. */
export const Paging = paging(30)
export type Paging = Static<typeof Paging>

/** For lists of which the specification says "all" (4.2, 4.4): who asks for no size gets the largest page. */
export const WholePaging = paging(maxPerPage)

/** What typed languages write for a time that nobody set. */
export const unsetTime = '0001-01-01T00:00:00'

/** A time or a day that is read by hand, where its refusal has words of its own. */
export const MaybeTime = MaybeOf(
  Type.Refine(
    Text(40),
    text => !text.startsWith(unsetTime),
    () => 'is invalid',
  ),
)

export const Instant = Type.String({ maxLength: 40, format: 'instant' })

/** An instant that somebody set: typed languages write the first day of the calendar for one that nobody did. */
export const SetInstant = Type.String({ maxLength: 40, format: 'instant', pattern: '^(?!0001-01-01)' })

/** Lists of things that carry dates can be cut by them. */
export const Dates = Type.Object({
  created_at_min: Type.Optional(Instant),
  created_at_max: Type.Optional(Instant),
  updated_at_min: Type.Optional(Instant),
  updated_at_max: Type.Optional(Instant),
})

export const SinceId = Type.Object({
  since_id: Type.Optional(SoughtId),
})

/** An action without fields: no body, `{}` and `[]` are all accepted (D9). */
export const NoBody = Type.Optional(Type.Unknown())
