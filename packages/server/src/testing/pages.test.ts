import { expect, test } from 'vitest'
import { stage } from './stage.ts'

const { server, stranger } = await stage()

// Its script is large, and a busy machine takes its time over it.
test('the reference of the API shows the operations without a network, in the colours of the system', async () => {
  const { page, troubles } = await stranger('/docs', { colorScheme: 'dark' })
  await page.getByRole('heading', { name: 'Bodega', exact: true }).waitFor({ timeout: 100_000 })
  await page.getByText('Locations', { exact: true }).first().click()
  await page.getByText('Create a location').first().waitFor()
  await page.locator('.dark-mode').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.title()).toBe('Bodega API')
  expect(troubles).toEqual([])
}, 120_000)

test('what is tried in the reference is asked of the address where it was opened', async () => {
  const here = server.url.replace('127.0.0.1', 'localhost')
  const { page } = await stranger(`${here}/docs`)
  await page.getByText('Stores', { exact: true }).first().click({ timeout: 100_000 })
  await page
    .getByRole('button', { name: /^Test Request/ })
    .first()
    .click()
  const asked = page.waitForRequest(/\/v1\//)
  await page.getByRole('button', { name: /^Send/ }).first().click()
  expect((await asked).url()).toBe(`${here}/v1/1/store`)
}, 120_000)

test('on a small telephone nothing of what stands above the sign-in is cut off', async () => {
  for (const locale of ['en', 'es', 'pt']) {
    const { page } = await stranger('/login', { locale, viewport: { width: 320, height: 640 } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const mark = await page.getByRole('banner').getByRole('link').boundingBox()
    expect(mark?.x).toBeGreaterThanOrEqual(0)
  }
})
