/** Webhooks: who wants to hear of what, and the way of each notification to its receiver. */
export { createDispatcher, type Dispatcher, type DispatcherOptions } from './dispatcher.ts'
export { deliveryHandlers, webhookHandlers } from './handlers.ts'
export { createSecrets } from './secrets.ts'
export { resume, suspend } from './suspension.ts'
export { removeApp, removeToken } from './uninstall.ts'
export { list as listWebhooks } from './webhooks.ts'
