import {
  type BucketRole,
  bucketRoles,
  type Permission,
  permissionWords,
  whyNot,
} from '@typecase/contract/roles'
import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

const isRole = (role: string | undefined): role is BucketRole =>
  bucketRoles.some((one) => one === role)
const isPermission = (name: string): name is Permission => name in permissionWords

/** Explains why a role is insufficient, with the texts of the table of roles. */
export const canFact: FactDeclaration = {
  key: 'can',
  title: 'the role allows it',
  missing(facts, permission) {
    const role = facts['bucket.role']
    if (facts['bucket.refusal'] !== undefined) return facts['bucket.refusal']
    if (!isRole(role)) return 'Open a bucket first.'
    if (!isPermission(permission)) return `Your role (${role}) does not allow this (${permission}).`
    const publishing_restrictions = facts['bucket.isDraftOnly'] ? 'draft_only' : null
    const { 'bucket.additional': additional_permissions = [] } = facts
    const { 'bucket.scope': scope, 'bucket.assistants': assistants } = facts
    const limits = { ...(scope && { scope }), ...(assistants && { assistants }) }
    return whyNot({ role, publishing_restrictions, additional_permissions, ...limits }, permission)
  },
}
