import { expect, test } from 'vitest'
import { stage } from './stage.ts'

const { server, stranger } = await stage()

// Its script is large, and a busy machine takes its time over it.
test('the reference of the API shows the operations without a network, in the colours of the system, and tries them where it stands', async () => {
  const here = server.url.replace('127.0.0.1', 'localhost')
  const { page, troubles } = await stranger(`${here}/docs`, { colorScheme: 'dark' })
  await page.getByRole('heading', { name: 'Bodega', exact: true }).waitFor({ timeout: 100_000 })
  await page.getByText('Locations', { exact: true }).first().click()
  await page.getByText('Create a location').first().waitFor()
  await page.locator('.dark-mode').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.title()).toBe('Bodega API')
  expect(troubles.filter(trouble => !trouble.startsWith(`asked ${here}/`))).toEqual([])
  await page
    .getByRole('button', { name: /^Test Request/ })
    .first()
    .click()
  const asked = page.waitForRequest(/\/v1\//)
  await page.getByRole('button', { name: /^Send/ }).first().click()
  expect(new URL((await asked).url()).origin).toBe(here)
}, 120_000)

test('on a small telephone nothing of what stands above the sign-in is cut off', async () => {
  for (const locale of ['en', 'es', 'pt']) {
    const { page } = await stranger('/login', { locale, viewport: { width: 320, height: 640 } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const mark = await page.getByRole('banner').getByRole('link').boundingBox()
    expect(mark?.x).toBeGreaterThanOrEqual(0)
  }
})
