export const INCOMPLETE_PROFILE =
  "Products you've created won't be published until your profile is completed.";
