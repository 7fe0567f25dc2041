/** What everybody reaches on the pages, in a real browser: by the keyboard alone, on a small screen, in stores of many things. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stage } from './stage.ts'
import { aLocation } from './store.ts'
import { moveDown, settled, type Visit } from './visit.ts'

const { client, enter } = await stage()

let opened: Visit

async function visit(path: string, options = {}): Promise<Page> {
  opened = await enter('owner', path, options)
  await settled(opened.page)
  return opened.page
}

/** Has the focus, or gets it soon. */
const holds = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor()

test('the focus goes with a page, and stays near what is saved or goes away', async () => {
  const page = await visit('/admin/1/products/new')
  await page.getByLabel('Name', { exact: true }).fill('By keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'By keyboard', level: 1 }).waitFor()
  await holds(page, 'main')
  await page.keyboard.press('Tab')
  await page.getByRole('main').getByRole('link', { name: 'Products' }).and(page.locator(':focus')).waitFor()

  await page.getByLabel('Brand').fill('Acme')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  await save.and(page.locator(':focus')).waitFor()

  const price = page.getByRole('textbox', { name: 'Price: By keyboard', exact: true })
  await price.fill('10')
  await price.press('Enter')
  await page.getByText('Saved: Price: By keyboard').waitFor()
  await price.and(page.locator(':focus')).waitFor()

  await page.getByRole('button', { name: 'New variant' }).press('Enter')
  for (const text of ['Colour', 'Red', 'Blue']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete: Blue' }).press('Enter')
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Variants and stock' }).and(page.locator(':focus')).waitFor()

  await page.getByRole('complementary').getByRole('link', { name: 'Locations' }).press('Enter')
  await page.getByRole('heading', { name: 'Locations', level: 1 }).waitFor()
  await holds(page, 'main')
  await page.getByRole('button', { name: 'Make default' }).first().press('Enter')
  await holds(page, 'article')
  await moveDown(page)
  await page.getByRole('button', { name: 'Save the order' }).press('Enter')
  await holds(page, 'main')
  expect(opened.troubles).toEqual([])
})

test('more locations than fit on a page of the API are all there', { timeout: 120_000 }, async () => {
  const before = await client.locations.list()
  const made: string[] = []
  const name = (i: number) => ({ es_AR: `Depot ${i}` })
  for (let i = before.total; i < 202; i++) {
    made.push((await client.locations.create({ body: aLocation({ name: name(i) }) })).id)
  }
  const page = await visit('/admin/1/locations')
  await page.getByRole('heading', { level: 2, name: 'Depot 201' }).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(202)
  for (const id of made) await client.locations.delete({ params: { id } })
  expect(opened.troubles).toEqual([])
})
