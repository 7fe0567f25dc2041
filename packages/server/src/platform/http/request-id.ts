import type { IncomingHttpHeaders } from 'node:http'

/** Version 2 of the ecosystem's PHP library ends at an `x-request-id`: it looks for a class that it does not bring. */
const stumbling = 'Tiendanube Admin API Library for PHP'

export const takesRequestId = (headers: IncomingHttpHeaders): boolean => !headers['user-agent']?.includes(stumbling)
