// What the accounts library calls its tables and columns, in our words: the map between its models and migration 0003.
// It says nothing about behaviour, and loads nothing of the library. A test asks the library what it would still add to the
// database, and that must be nothing.

const times = { createdAt: "created_at", updatedAt: "updated_at" } as const;

export const userTable = {
  modelName: "account_user",
  fields: { emailVerified: "email_verified", ...times },
  /** Set for the first account of an empty installation; never read from input and never shown. */
  additionalFields: { founder: { type: "boolean", required: false, input: false, returned: false } },
} as const;

export const sessionTable = {
  modelName: "account_session",
  fields: {
    userId: "user_id",
    expiresAt: "expires_at",
    ipAddress: "ip_address",
    userAgent: "user_agent",
    ...times,
  },
} as const;

/** What the library calls an account is one way of an account of ours to sign in. */
export const credentialTable = {
  modelName: "account_credential",
  fields: {
    userId: "user_id",
    accountId: "account_id",
    providerId: "provider_id",
    accessToken: "access_token",
    refreshToken: "refresh_token",
    idToken: "id_token",
    accessTokenExpiresAt: "access_token_expires_at",
    refreshTokenExpiresAt: "refresh_token_expires_at",
    ...times,
  },
} as const;

export const verificationTable = {
  modelName: "account_verification",
  fields: { expiresAt: "expires_at", ...times },
} as const;

/** An organization is a workspace: the same row, whose `id` is its number as text. */
export const organizationTables = {
  organization: { modelName: "workspace", fields: { createdAt: "created_at" } },
  member: {
    modelName: "workspace_member",
    fields: { organizationId: "workspace", userId: "user_id", createdAt: "created_at" },
  },
  invitation: {
    modelName: "workspace_invitation",
    fields: {
      organizationId: "workspace",
      inviterId: "inviter_id",
      expiresAt: "expires_at",
      createdAt: "created_at",
    },
  },
  session: { fields: { activeOrganizationId: "active_workspace" } },
} as const;

export const deviceTable = {
  deviceCode: {
    modelName: "device_login",
    fields: {
      deviceCode: "device_code",
      userCode: "user_code",
      userId: "user_id",
      clientId: "client_id",
      pollingInterval: "polling_interval",
      lastPolledAt: "last_polled_at",
      expiresAt: "expires_at",
    },
  },
} as const;

export const secondFactorTables = {
  user: { fields: { twoFactorEnabled: "second_factor" } },
  twoFactor: {
    modelName: "account_second_factor",
    fields: {
      userId: "user_id",
      backupCodes: "backup_codes",
      failedVerificationCount: "failed_count",
      lockedUntil: "locked_until",
    },
  },
} as const;

export const passkeyTable = {
  passkey: {
    modelName: "account_passkey",
    fields: {
      userId: "user_id",
      publicKey: "public_key",
      credentialID: "credential_id",
      deviceType: "device_type",
      backedUp: "backed_up",
      createdAt: "created_at",
    },
  },
} as const;

/** In which the library is handed the caller's address; what a caller sends under this name never gets there. */
export const clientAddressHeader = "x-svc-client-address";

/** The database numbers workspaces; everything else gets an id that cannot be guessed. */
export const workspaceModel = "organization";
