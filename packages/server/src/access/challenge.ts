import { type ApiError, refused } from '@bodega/api'

/** RFC 9110, 15.5.2, wants a scheme named with every 401; RFC 6750, 3.1, an error only where a token was shown. */
const refusedWith = (description: string, challenge: string): ApiError =>
  refused(401, description, { 'www-authenticate': challenge })

export const tokenMissing = () => refusedWith('Required access token is missing', 'Bearer realm="Bodega"')

export const tokenInvalid = () => refusedWith('Invalid access token', 'Bearer realm="Bodega", error="invalid_token"')
