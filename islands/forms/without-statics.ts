/** Stands in for the package that copies static members in formik's connect(), which nothing here calls (esbuild.config.mjs). */
export default <Component>(component: Component): Component => component;
