import { queryOptions } from '@tanstack/react-query'
import { panel } from '../session.ts'

/** What the link of an invitation says, to whom it was sent among it. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => panel.invitations.preview({ query: { token } }),
    retry: false,
  })
