import { appScenarios } from './apps.ts'
import { historyScenarios } from './history.ts'
import { orderScenarios } from './orders.ts'
import { productScenarios } from './products.ts'
import { quoteScenarios } from './quotes.ts'
import { retentionScenarios } from './retention.ts'
import type { Scenario } from './sides.ts'
import { webhookScenarios } from './webhooks.ts'

/** In this order: those with webhooks come last, so that no order that is measured is told to anybody. */
export const scenarios: Scenario[] = [
  ...productScenarios,
  ...historyScenarios,
  ...orderScenarios,
  ...appScenarios,
  ...quoteScenarios,
  ...webhookScenarios,
  ...retentionScenarios,
]
