/** Six digits are from the app; anything else is a recovery code for it. */
export const asSecondFactor = (typed: string): { twoFactorCode: string } | { recoveryCode: string } =>
  /^\d{3} ?\d{3}$/.test(typed) ? { twoFactorCode: typed } : { recoveryCode: typed };
