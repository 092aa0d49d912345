import type { CmsObject } from '@typecase/contract/objects'
import { listObjects } from '@typecase/contract/objects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'

import { objectRoute } from '../../routes.ts'
import { useSession } from '../use-session.tsx'
import styles from './editor.module.css'
import { otherLocales } from './other-locales.ts'

/** The other locales of the open object: a way to them, and which are missing or stale. */
export function LocaleNote({ object }: { object: CmsObject }) {
  const { objectType, bucketSlug } = useSession()
  const navigation = useService(Navigation)
  const { data } = useApiQuery(listObjects, {
    query: {
      slug: bucketSlug,
      // Versions of one object in several locales share their slug.
      query: JSON.stringify({ type: object.type, slug: object.slug }),
      props: 'id,locale,modified_at',
      limit: 100,
    },
  })
  if (!data) return null
  const versions = data.objects.map((row) => row.object)
  const others = otherLocales(object, objectType.locales, versions)
  if (others.length === 0) return null
  return (
    <ul className={styles.locales} aria-label="Other locales">
      {others.map(({ locale, id, isStale }) => (
        <li key={locale}>
          {id ? (
            <Link
              variant="quiet"
              onPress={() => void navigation.go(objectRoute, { params: { objectID: id } })}
            >
              {locale}
            </Link>
          ) : (
            locale
          )}
          {id ? (isStale ? ' stale' : '') : ' missing'}
        </li>
      ))}
    </ul>
  )
}
