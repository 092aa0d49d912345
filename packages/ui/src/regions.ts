import type { Region } from './format.ts'

/** A region as an option. */
export interface RegionChoice {
  readonly id: Region
  readonly label: string
  /** A time and a number, formatted for the region. */
  readonly sample: string
}

/** The regions to choose from, with samples. Texts stay English in all of them. */
export const regionChoices: readonly RegionChoice[] = [
  { id: 'browser', label: 'Like the browser', sample: 'Follows the language of this browser' },
  { id: 'en-GB', label: 'British', sample: '2 Jan 2026, 09:00 · 1,284.5' },
  { id: 'en-US', label: 'American', sample: 'Jan 2, 2026, 9:00 AM · 1,284.5' },
  { id: 'de-DE', label: 'German', sample: '2 Jan 2026, 09:00 · 1.284,5' },
  { id: 'fr-FR', label: 'French', sample: '2 Jan 2026, 09:00 · 1 284,5' },
  { id: 'de-CH', label: 'Swiss', sample: '2 Jan 2026, 09:00 · 1’284.5' },
  { id: 'en-IN', label: 'Indian', sample: '2 Jan 2026, 9:00 am · 1,284.5' },
  { id: 'iso', label: 'ISO 8601', sample: '2026-01-02 09:00 · 1,284.5' },
]
