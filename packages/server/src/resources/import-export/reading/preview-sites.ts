import { isRecord } from '@typecase/contract/field-values/value-check'
import { previewSiteUrl } from '@typecase/contract/preview-address'
import { type PreviewSite, previewSite } from '@typecase/contract/preview-sites'
import { type } from 'arktype'

import type { Issues } from './issues.ts'
import { textOf } from './missing-keys.ts'

/** Reads the preview sites of a file. An invalid site is left out with a warning. */
export function readPreviewSites(list: readonly unknown[], issues: Issues): PreviewSite[] {
  const schema = previewSite()
  const seen = new Set<string>()
  return list.flatMap((raw) => {
    const site = schema(raw)
    const problem =
      site instanceof type.errors ? site.summary : previewSiteUrl('its address', site.url)
    if (site instanceof type.errors || problem !== undefined) {
      const name = isRecord(raw) ? textOf(raw['name']) : ''
      issues.warn(`The preview site “${name}” was left out: ${problem}.`)
      return []
    }
    if (seen.has(site.id)) return []
    seen.add(site.id)
    return [site]
  })
}
