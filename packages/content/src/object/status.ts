import type { CmsObject } from '@typecase/contract/objects'
import { formatLongDateTime, formatShortDateTime } from '@typecase/ui/format'

/** An object's status as a row shows it: a symbol and a text. */
export interface DescribedStatus {
  readonly status: 'published' | 'draft' | 'changed' | 'scheduled'
  readonly text: string
  /** A second sentence, where `text` leaves something out. */
  readonly detail?: string
}

type Dates = Pick<CmsObject, 'status' | 'main_object_status' | 'publish_at' | 'unpublish_at'>

/** Describes an object's status. @param now UNIX ms, to detect dates in the future */
export function statusOf(object: Dates, now: number = Date.now()): DescribedStatus {
  const base = baseStatus(object)
  const { publish_at: publishAt, unpublish_at: unpublishAt } = object
  if (publishAt !== null && publishAt > now) {
    return {
      status: 'scheduled',
      text: formatShortDateTime(publishAt, now),
      detail: `${base.text}, will be published on ${formatLongDateTime(publishAt)}`,
    }
  }
  if (unpublishAt !== null && unpublishAt > now) {
    return {
      status: 'scheduled',
      text: `Until ${formatShortDateTime(unpublishAt, now)}`,
      detail: `${base.text}, will be unpublished on ${formatLongDateTime(unpublishAt)}`,
    }
  }
  return base
}

function baseStatus({ status, main_object_status: main }: Dates): DescribedStatus {
  if (status === 'published') return { status: 'published', text: 'Published' }
  if (main === 'published') {
    return {
      status: 'changed',
      text: 'Unpublished changes',
      detail:
        'Published, with unpublished changes: the live version stays until the draft is published.',
    }
  }
  return { status: 'draft', text: 'Draft' }
}
