import { createHandles, type HereService } from '@typecase/plugin-sdk/here'

/** No page is on screen. */
export const nowhere = (): HereService => ({
  ...createHandles(),
  route: () => undefined,
  field: () => undefined,
})
