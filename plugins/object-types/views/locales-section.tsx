import { bucketQuery } from '@typecase/content/bucket'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FailureState } from '@typecase/ui/failure-state'
import { FormSection } from '@typecase/ui/form'
import { InlineCode } from '@typecase/ui/inline-code'
import { Link } from '@typecase/ui/link'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { objectTypeRoute } from '../routes.ts'
import styles from './locales-section.module.css'

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** The locales that the object types of a bucket are written in. Each type has its own. */
export default function LocalesSection({ bucketSlug }: { bucketSlug: string }) {
  const { href } = useService(Navigation)
  const { data, error, refetch, isFetching } = useQuery(bucketQuery(useServices(), bucketSlug))
  if (!data && error) {
    return (
      <FailureState
        title="The locales could not be loaded"
        requestId={isApiError(error) ? error.requestId : undefined}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error.message}
      </FailureState>
    )
  }
  if (!data) return <SkeletonRows count={3} label="locales" />
  const localized = data.bucket.object_types.filter((one) => one.localization)
  const locales = [...new Set(localized.flatMap((one) => one.locales))].sort()
  return (
    <FormSection
      title="Locales"
      description="Each object type says in which locales its objects are written."
    >
      {locales.length === 0 ? (
        <EmptyState title="One language" icon="languages">
          No object type of this bucket is localized. Switch it on in the settings of a type.
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Locales">
          {locales.map((locale) => (
            <li key={locale} className={styles.row}>
              <span className={styles.name}>{nameOf(locale)}</span>
              <InlineCode>{locale}</InlineCode>
              <span className={styles.types}>
                {localized
                  .filter((one) => one.locales.includes(locale))
                  .map(({ slug, title }) => (
                    <Link key={slug} href={href(objectTypeRoute, { params: { typeSlug: slug } })}>
                      {title}
                    </Link>
                  ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  )
}

/** A locale may be any text. */
function nameOf(locale: string): string {
  try {
    return names.of(locale) ?? locale
  } catch {
    return locale
  }
}
