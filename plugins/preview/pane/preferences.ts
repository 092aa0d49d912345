import type { Json } from '@typecase/plugin-sdk/json'
import type { StorageService } from '@typecase/plugin-sdk/services'

/** In a window narrower than this, the preview covers the form. Must match preview.module.css and editor.module.css. */
export const WIDE = '(width >= 900px)'

export const shownKey = 'preview.shown'
/** For narrow windows: a user who shows the preview on a large screen still starts with the form on a small one. */
export const narrowShownKey = 'preview.shown-narrow'
/** Width of the preview, in percent. */
export const widthKey = 'preview.width'
export const deviceKey = 'preview.device'
export const zoomKey = 'preview.zoom'
export const colorsKey = 'preview.colors'
/** Returns the storage key of the chosen site: one for each bucket and object type. */
export const siteKey = (bucketSlug: string, type: string): `preview.${string}` =>
  `preview.site.${bucketSlug}.${type}`

export const MIN_WIDTH = 25
export const MAX_WIDTH = 75

export const devices = {
  full: { label: 'Full width', icon: 'panel-right' },
  desktop: { label: 'Desktop', icon: 'monitor', width: 1280, height: 800 },
  tablet: { label: 'Tablet', icon: 'tablet', width: 820, height: 1180 },
  phone: { label: 'Phone', icon: 'smartphone', width: 390, height: 844 },
} as const
export type Device = keyof typeof devices
export const deviceNames = Object.keys(devices) as Device[]

export const colorNames = ['dashboard', 'light', 'dark'] as const
export type Colors = (typeof colorNames)[number]

export const readWidth = (stored: Json | undefined): number =>
  typeof stored === 'number' ? Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, stored)) : 50
export const readDevice = (stored: Json | undefined): Device =>
  deviceNames.find((name) => name === stored) ?? 'full'
export const readColors = (stored: Json | undefined): Colors =>
  colorNames.find((name) => name === stored) ?? 'dashboard'

/** Returns the storage key for the present width of the window. */
export const currentShownKey = () => (matchMedia(WIDE).matches ? shownKey : narrowShownKey)

/** Shows or hides the preview. @returns whether it is shown afterwards */
export function toggleShown(storage: StorageService): boolean {
  const key = currentShownKey()
  const isShown = storage.get(key) !== true
  if (isShown) storage.set(key, true)
  else storage.remove(key)
  return isShown
}
