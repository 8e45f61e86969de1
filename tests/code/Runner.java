import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;

/** Runs the class Main of each folder given, in one virtual machine. */
public class Runner {
  public static void main(String[] folders) throws Exception {
    PrintStream console = System.out;
    for (String folder : folders) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      System.setOut(new PrintStream(bytes, true, "UTF-8"));
      URL[] path = {new File(folder).toURI().toURL()};
      try (URLClassLoader loader = new URLClassLoader(path, null)) {
        loader
            .loadClass("Main")
            .getMethod("main", String[].class)
            .invoke(null, (Object) new String[0]);
      } catch (java.lang.reflect.InvocationTargetException fault) {
        System.out.println("!! " + fault.getCause());
      }
      System.out.flush();
      console.print(bytes.toString(StandardCharsets.UTF_8));
      console.println("\u0004");
    }
  }
}
