export { default } from '../claims/ClaimForm';
