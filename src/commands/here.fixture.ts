import { createHandles, type HereService } from '@typecase/plugin-sdk/here'

/** Creates the service for a user who is on no page. */
export const nowhere = (): HereService => ({
  ...createHandles(),
  route: () => undefined,
  field: () => undefined,
})
