/** An event as a row has it. */
export interface Happened {
  store_id: number
  event: string
  payload: Record<string, unknown>
}

const privacyNotices = ['store/redact', 'customers/redact', 'customers/data_request']

/** What a receiver is sent (D68). Notices about personal data carry no `event`: they have addresses of their own. */
export const notificationOf = ({ store_id, event, payload }: Happened): Record<string, unknown> =>
  privacyNotices.includes(event) ? { store_id, ...payload } : { store_id, event, ...payload }
