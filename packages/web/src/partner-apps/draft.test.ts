import type { PartnerApp } from '@bodega/api/panel'
import { expect, test } from 'vitest'
import { changesOf } from '../changes.ts'
import { draftOf, inputOf, storeIdsOf, storesPattern } from './draft.ts'

const app: PartnerApp = {
  id: 7,
  name: 'Robot',
  distribution: 'own_clients',
  redirect_url: 'http://localhost:8000/auth',
  app_url: 'https://app.example/',
  preferences_url: null,
  privacy_policy_url: null,
  support_url: null,
  support_email: 'help@app.example',
  store_redact_url: 'https://app.example/redact',
  customers_redact_url: null,
  customers_data_request_url: null,
  scopes: ['read_orders', 'write_products'],
  demo_store_id: 3,
  store_ids: [3, 12],
  installations: 1,
  created_at: '2026-07-11T01:29:50+0000',
  updated_at: '2026-07-11T01:29:50+0000',
}

test('what was not touched is as it was, and what was changed is sent alone', () => {
  const kept = inputOf(draftOf(app))
  expect(app).toMatchObject(kept)
  const draft = { ...draftOf(app), support_url: 'https://app.example/help' }
  expect(changesOf(kept, inputOf(draft))).toEqual({ support_url: 'https://app.example/help' })
})

test('an address that was emptied is taken back', () => {
  const draft = { ...draftOf(app), app_url: '', support_url: 'https://app.example/help' }
  expect(inputOf(draft)).toMatchObject({ app_url: null, support_url: 'https://app.example/help' })
})

test('stores are numbers, however they are separated', () => {
  expect(storeIdsOf('3, 12;40  5')).toEqual([3, 12, 40, 5])
  expect(storeIdsOf('')).toEqual([])
  expect('3, 12;40  5').toMatch(new RegExp(`^(?:${storesPattern})$`, 'v'))
  expect('my shop').not.toMatch(new RegExp(`^(?:${storesPattern})$`, 'v'))
})
